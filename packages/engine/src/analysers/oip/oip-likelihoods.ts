import { AnalyserError } from '../analyser.ts';
import type { OipMapping } from './oip-mapping.ts';

/** By so much single precision may miss a likelihood, or a sum of them. */
const ROUNDING = 0.001;

/**
 * What a model gave for its classes, as likelihoods. `exclusive`: of labels that exclude each other those of a category are added up.
 * Without an activation they exclude each other when they add up to 1.
 * @throws AnalyserError `garbage` when a model without an activation gives anything but 0 to 1
 */
export function toLikelihoods(
  row: readonly number[],
  activation: OipMapping['output']['activation'],
): { values: number[]; exclusive: boolean } {
  if (activation === 'sigmoid') return { values: row.map((value) => 1 / (1 + Math.exp(-value))), exclusive: false };
  if (activation === 'softmax') {
    const highest = Math.max(...row);
    const powers = row.map((value) => Math.exp(value - highest));
    const sum = powers.reduce((total, power) => total + power, 0);
    return { values: powers.map((power) => power / sum), exclusive: true };
  }
  if (row.some((value) => value < -ROUNDING || value > 1 + ROUNDING))
    throw new AnalyserError('garbage', 'answered numbers that are no likelihoods: the mapping names no activation');
  const sum = row.reduce((total, value) => total + value, 0);
  return { values: row.map((value) => Math.min(1, Math.max(0, value))), exclusive: Math.abs(sum - 1) <= ROUNDING };
}
