/** Ticks of the value axis: from 0 in three steps of a round number that reach the largest value. */
export function ticksFor(largest: number): number[] {
  const wanted = Math.max(1, largest) / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, ([1, 2, 2.5, 3, 4, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power);
  const whole = Math.ceil(step);
  return [0, whole, 2 * whole, 3 * whole];
}
