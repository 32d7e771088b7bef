import type { Pixels } from '../decode/pixels.ts';
import type { Box } from './box-around.ts';

/** Height of the lines that the recogniser was trained on, in pixels. */
export const LINE_HEIGHT = 48;
/** Longest line that is read, in pixels at that height: about 130 letters. Longer ones are squeezed. */
const LINE_WIDTH_MAX = 3_200;
/** The recogniser halves widths three times. */
const WIDTH_STEP = 8;
/** A box this much taller than wide holds writing that runs downwards. */
const UPRIGHT_FROM = 1.5;
/** Most source pixels a side that go into one of the line. */
const SAMPLES_MAX = 4;

/** A line of writing cut out of the picture, made level and 48 pixels high. @param box in pixels of the picture */
export function straighten(pixels: Pixels, box: Box): Pixels {
  const level = box.height > box.width * UPRIGHT_FROM ? turnedLeft(box) : box;
  const scale = level.height / LINE_HEIGHT;
  const wanted = Math.round(level.width / scale / WIDTH_STEP) * WIDTH_STEP;
  const width = Math.max(WIDTH_STEP * 2, Math.min(LINE_WIDTH_MAX, wanted));
  const data = new Uint8Array(width * LINE_HEIGHT * 3);
  const samples = Math.max(1, Math.min(SAMPLES_MAX, Math.round(scale)));
  const [cos, sin] = [Math.cos(level.angle), Math.sin(level.angle)];
  const sum = [0, 0, 0];
  for (let row = 0; row < LINE_HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      sum.fill(0);
      for (let part = 0; part < samples * samples; part++) {
        const across = ((column + ((part % samples) + 0.5) / samples) / width - 0.5) * level.width;
        const down = ((row + (Math.floor(part / samples) + 0.5) / samples) / LINE_HEIGHT - 0.5) * level.height;
        addPixel(pixels, level.x + across * cos - down * sin - 0.5, level.y + across * sin + down * cos - 0.5, sum);
      }
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (sum[channel] ?? 0) / (samples * samples) + 0.5;
    }
  }
  return { data, width, height: LINE_HEIGHT };
}

/** Writing that runs downwards is nearly always turned clockwise. */
const turnedLeft = ({ x, y, width, height, angle }: Box): Box => ({
  x,
  y,
  width: height,
  height: width,
  angle: angle + Math.PI / 2,
});

/** Adds the picture's colour at a place between pixels; outside of it, that of its edge. */
function addPixel({ data, width, height }: Pixels, x: number, y: number, sum: number[]): void {
  const [column, row] = [clamp(x, width - 1), clamp(y, height - 1)];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [across, down] = [column - left, row - top];
  const [a, b] = [(top * width + left) * 3, (top * width + right) * 3];
  const [c, d] = [(bottom * width + left) * 3, (bottom * width + right) * 3];
  for (let channel = 0; channel < 3; channel++) {
    const upper = mix(data[a + channel] ?? 0, data[b + channel] ?? 0, across);
    const lower = mix(data[c + channel] ?? 0, data[d + channel] ?? 0, across);
    sum[channel] = (sum[channel] ?? 0) + mix(upper, lower, down);
  }
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
const mix = (from: number, to: number, share: number) => from + (to - from) * share;
