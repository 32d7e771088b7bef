import { type Box, boxAround, type Point } from './box-around.ts';
import type { TextMap } from './text-detector.ts';

/** A line of writing: its box in the pixels of the map, and how sure the detector is, 0…1. */
export type TextRegion = { box: Box; score: number };

/** From this likelihood on a place belongs to writing; the published setting of the detector. */
const PLACE_FROM = 0.3;
/** Mean likelihood from which places together are a line; published as 0.6, a little lower for writing over photographs. */
const REGION_FROM = 0.55;
/** Thinner boxes hold nothing that can be read, in pixels of the map. */
const SIDE_MIN = 3;
/** The detector marks the core of a line: the box grows by this share of area over perimeter (published: 1.5 to 2). */
const GROW = 1.6;
/** Most lines of a picture; each costs a run of the recogniser. The largest stay. */
const REGIONS_MAX = 120;

/** The lines of writing in a map of the detector, the largest first. */
export function textRegions({ data, width, height }: TextMap): TextRegion[] {
  const seen = new Uint8Array(data.length);
  const regions: TextRegion[] = [];
  for (let at = 0; at < data.length; at++) {
    if (seen[at] || (data[at] ?? 0) <= PLACE_FROM) continue;
    const { edge, score } = fill(data, width, height, seen, at);
    const box = boxAround(edge);
    if (score < REGION_FROM || Math.min(box.width, box.height) < SIDE_MIN) continue;
    const grow = (GROW * box.width * box.height) / (box.width + box.height);
    regions.push({ score, box: { ...box, width: box.width + grow, height: box.height + grow } });
  }
  const area = ({ box }: TextRegion) => box.width * box.height;
  return regions.sort((one, other) => area(other) - area(one)).slice(0, REGIONS_MAX);
}

/** All places that hang together with one; of each row only its ends, since nothing between them can be a corner of the box. */
function fill(data: Float32Array, width: number, height: number, seen: Uint8Array, start: number) {
  const ends = new Map<number, { left: number; right: number }>();
  const open = [start];
  seen[start] = 1;
  let sum = 0;
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    sum += data[at] ?? 0;
    count += 1;
    const row = ends.get(y);
    if (row) {
      row.left = Math.min(row.left, x);
      row.right = Math.max(row.right, x);
    } else ends.set(y, { left: x, right: x });
    for (let down = -1; down <= 1; down++) {
      for (let across = -1; across <= 1; across++) {
        const column = x + across;
        const line = y + down;
        if (column < 0 || column >= width || line < 0 || line >= height) continue;
        const next = line * width + column;
        if (seen[next] || (data[next] ?? 0) <= PLACE_FROM) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  return { score: sum / count, edge: corners(ends) };
}

/** Pixels have an extent: the corners of the first and last pixel of each row. */
function corners(ends: Map<number, { left: number; right: number }>): Point[] {
  return [...ends].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: left, y: y + 1 },
    { x: right + 1, y },
    { x: right + 1, y: y + 1 },
  ]);
}
