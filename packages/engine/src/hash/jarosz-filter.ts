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
    for (let row = 0; row < height; row++) {
      const line = row * width;
      blurLine(values.subarray(line, line + width), between.subarray(line, line + width), along);
    }
    blurDown(between, values, { width, height, window: down });
  }
}

/** By how much the blurred value at a place is of the places behind it: windows of even size lie half a step aside, each time. */
export const blurShift = (length: number, side: number): number => (windowSize(length, side) % 2 === 0 ? REPEATS / 2 : 0);

const windowSize = (length: number, side: number): number => Math.ceil(length / (2 * side));

/** How many values of the window lie after the one whose mean is taken. */
const valuesAhead = (window: number): number => Math.floor((window + 2) / 2) - 1;

/** The mean of the values in a window around each value of a line. */
function blurLine(from: Float64Array, to: Float64Array, window: number): void {
  const count = from.length;
  const ahead = valuesAhead(window);
  let sum = 0;
  let held = 0;
  // The window slides from wholly before the line to wholly after it.
  for (let right = 0; right < count + ahead; right++) {
    if (right < count) {
      sum += from[right] ?? 0;
      held += 1;
    }
    if (right >= window) {
      sum -= from[right - window] ?? 0;
      held -= 1;
    }
    if (right >= ahead) to[right - ahead] = sum / held;
  }
}

/** The same for every column, all of them row by row: a walk down each column would miss the processor's cache at every step. */
function blurDown(
  from: Float64Array,
  to: Float64Array,
  { width, height, window }: { width: number; height: number; window: number },
): void {
  const ahead = valuesAhead(window);
  const sums = new Float64Array(width);
  let held = 0;
  for (let right = 0; right < height + ahead; right++) {
    if (right < height) {
      held += 1;
      const line = right * width;
      for (let column = 0; column < width; column++) sums[column] = (sums[column] ?? 0) + (from[line + column] ?? 0);
    }
    if (right >= window) {
      held -= 1;
      const line = (right - window) * width;
      for (let column = 0; column < width; column++) sums[column] = (sums[column] ?? 0) - (from[line + column] ?? 0);
    }
    const line = (right - ahead) * width;
    if (line >= 0) for (let column = 0; column < width; column++) to[line + column] = (sums[column] ?? 0) / held;
  }
}
