/** Two box blurs come close to a tent; more gain nothing. */
const REPEATS = 2;

/**
 * Blurs a matrix so that every n-th of its values can stand for those around it: twice along rows and columns, with windows of half
 * the step between the values that will be kept (Jarosz). Values near the ends are means of fewer.
 * @param values row by row; overwritten
 * @param side rows and columns that will be kept
 */
export function jaroszFilter(values: Float64Array, width: number, height: number, side: number): void {
  const along = windowSize(width, side);
  const down = windowSize(height, side);
  const between = new Float64Array(values.length);
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (let row = 0; row < height; row++) blur(values, between, { start: row * width, count: width, stride: 1, window: along });
    for (let column = 0; column < width; column++)
      blur(between, values, { start: column, count: height, stride: width, window: down });
  }
}

const windowSize = (length: number, side: number): number => Math.ceil(length / (2 * side));

type Line = { start: number; count: number; stride: number; window: number };

/** The mean of the values in a window around each value of a line. */
function blur(from: Float64Array, to: Float64Array, { start, count, stride, window }: Line): void {
  const ahead = Math.floor((window + 2) / 2) - 1;
  let sum = 0;
  let held = 0;
  // The window slides from wholly before the line to wholly after it.
  for (let right = 0; right < count + ahead; right++) {
    if (right < count) {
      sum += from[start + right * stride] ?? 0;
      held += 1;
    }
    if (right >= window) {
      sum -= from[start + (right - window) * stride] ?? 0;
      held -= 1;
    }
    const at = right - ahead;
    if (at >= 0) to[start + at * stride] = sum / held;
  }
}
