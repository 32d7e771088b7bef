import type { TextLine } from '@clearframe/contract';
import type { Pixels } from '../decode/pixels.ts';
import { type Box, cornersOf, type Point } from './box-around.ts';
import { cutLikelyLine } from './likely-line.ts';
import { once } from './once.ts';
import { straighten } from './straighten.ts';
import { createTextDetector, type TextMap } from './text-detector.ts';
import type { TextModels } from './text-models.ts';
import { createTextRecogniser } from './text-recogniser.ts';
import { textRegions } from './text-regions.ts';

/** Two boxes whose middles are at most this share of their height apart stand in one line. */
const SAME_LINE = 0.5;

/** From top to bottom, and within a line from left to right, along the direction in which most of the writing runs. */
export function inReadingOrder(boxes: readonly Box[]): Box[] {
  const angle = boxes.map((box) => box.angle).sort((one, other) => one - other)[Math.floor(boxes.length / 2)] ?? 0;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = boxes
    .map((box) => ({ box, along: box.x * cos + box.y * sin, down: box.y * cos - box.x * sin }))
    .sort((one, other) => one.down - other.down);
  const lines: (typeof placed)[] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    const first = line?.[0];
    const near = first && Math.abs(one.down - first.down) < SAME_LINE * Math.min(one.box.height, first.box.height);
    if (line && near) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => line.sort((one, other) => one.along - other.along).map(({ box }) => box));
}

export type TextReader = {
  /** Whether there may be writing: a quick look that decides whether `read` is worth its time. */
  mayHaveText(pixels: Pixels): Promise<boolean>;
  /** The lines of writing in reading order; none when there is nothing that can be read. */
  read(pixels: Pixels): Promise<TextLine[]>;
  close(): Promise<void>;
};

/**
 * Pixels of the map that the quick look uses, and how much wider than the picture's shape it is made: letters are told by their
 * upright strokes. Small pictures are seen whole in it; docs/decisions/100.
 */
const GATE_PIXELS = 576 * 384;
const GATE_WIDER = 1.125;
/** Of a larger picture one place is looked at as it is, and the whole in so many pixels, which is enough for large letters. */
const PLACE = { width: 320, height: 192 } as const;
const WHOLE_PIXELS = 150_000;
/** Longest side of the map that lines are found on, in pixels; the published setting is 960. */
const MAP_SIDE = 960;
/** A place of the map that is this likely writing lets the picture through. */
const GATE_FROM = 0.3;
/** Round shapes of our own pictures were read with up to 0.70, 135 lines of real writing with 0.83 and more (`bench/text`). */
const CONFIDENCE_FROM = 0.75;

/** The detector is loaded with the first picture, the recogniser with the first writing. Both block while they run. */
export function createTextReader(load: () => Promise<TextModels>): TextReader {
  const models = once(load);
  const detector = once(async () => createTextDetector((await models.get()).detector));
  const recogniser = once(async () => {
    const { recogniser: model, characters } = await models.get();
    return createTextRecogniser(model, characters);
  });

  async function readLine(pixels: Pixels, box: Box): Promise<TextLine[]> {
    const { text, confidence } = await (await recogniser.get()).read(straighten(pixels, box));
    if (confidence < CONFIDENCE_FROM || isStray(text)) return [];
    const share = ({ x, y }: Point): Point => ({ x: clamp(x / pixels.width), y: clamp(y / pixels.height) });
    const [a, b, c, d] = cornersOf(box);
    return [{ text, confidence, corners: [share(a), share(b), share(c), share(d)] }];
  }

  return {
    async mayHaveText(pixels) {
      const { map } = await detector.get();
      if (isSmall(pixels)) return holdsText(await map(pixels, gateSize(pixels, GATE_PIXELS)));
      if (holdsText(await map(cutLikelyLine(pixels, PLACE), PLACE))) return true;
      return holdsText(await map(pixels, gateSize(pixels, WHOLE_PIXELS)));
    },
    async read(pixels) {
      const map = await (await detector.get()).map(pixels, mapSize(pixels, MAP_SIDE));
      const boxes = inReadingOrder(textRegions(map).map(({ box }) => toPicture(box, map, pixels)));
      const lines: TextLine[] = [];
      for (const box of boxes) lines.push(...(await readLine(pixels, box)));
      return lines;
    },
    async close() {
      for (const part of [detector, recogniser]) await (await part.made())?.close();
    },
  };
}

/** A letter or sign alone is a shape in the picture more often than writing. Of Chinese one character may be a word. */
const isStray = (text: string): boolean => [...text].length < 2 && !/\p{Script=Han}/u.test(text);

const inSteps = (length: number): number => Math.max(32, Math.round(length / 32) * 32);

/** Ten times as fast as some(), and every picture pays: a map has a quarter of a million places. */
function holdsText({ data }: TextMap): boolean {
  for (let at = 0; at < data.length; at++) if ((data[at] ?? 0) > GATE_FROM) return true;
  return false;
}

const isSmall = ({ width, height }: Pixels) => width * height <= GATE_PIXELS || width < PLACE.width || height < PLACE.height;

/** The same number of pixels for every picture, whatever its shape. A small picture is enlarged no more than twice. */
function gateSize({ width, height }: Pixels, pixels: number): { width: number; height: number } {
  const scale = Math.min(2, Math.sqrt(pixels / (width * height)));
  return { width: inSteps(width * scale * Math.sqrt(GATE_WIDER)), height: inSteps((height * scale) / Math.sqrt(GATE_WIDER)) };
}

/** The picture's size made to fit, in steps of 32 pixels, which the detector needs. A smaller picture is enlarged no more than twice. */
export function mapSize({ width, height }: Pick<Pixels, 'width' | 'height'>, side: number): { width: number; height: number } {
  const scale = Math.min(2, side / Math.max(width, height));
  return { width: inSteps(width * scale), height: inSteps(height * scale) };
}

/** Both directions are scaled a little differently, because of the steps of 32: the mean serves for the turned sides. */
function toPicture(box: Box, map: Pick<TextMap, 'width' | 'height'>, pixels: Pixels): Box {
  const [across, down] = [pixels.width / map.width, pixels.height / map.height];
  const angle = Math.atan2(Math.sin(box.angle) * down, Math.cos(box.angle) * across);
  const length = (angleOf: number) => Math.hypot(Math.cos(angleOf) * across, Math.sin(angleOf) * down);
  return {
    x: box.x * across,
    y: box.y * down,
    width: box.width * length(box.angle),
    height: box.height * length(box.angle + Math.PI / 2),
    angle,
  };
}

const clamp = (share: number) => Math.max(0, Math.min(1, share));
