import type { Box } from './box-around.ts';

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
