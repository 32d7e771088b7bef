import { describe, expect, it } from 'vitest';
import { CLASSIFIER_SIZE } from '../classifier/classifier.ts';
import { isNearIdentical } from './near-identical.ts';

const plain = (value: number) => new Uint8Array(CLASSIFIER_SIZE * CLASSIFIER_SIZE * 3).fill(value);

/** Every n-th value is one more. */
function grained(each: number): Uint8Array {
  return plain(100).map((value, at) => (at % each === 0 ? value + 1 : value));
}

describe('pictures that look nearly the same', () => {
  it('API-04 are those that compression alone changed', () => {
    expect(isNearIdentical(plain(100), plain(100))).toBe(true);
    expect(isNearIdentical(plain(100), grained(4))).toBe(true);
  });

  it('API-04 are not those that differ a little everywhere, or much in one small place', () => {
    expect(isNearIdentical(plain(100), plain(101))).toBe(false);
    const spotted = plain(100);
    for (let row = 100; row < 110; row++) spotted.fill(200, (row * CLASSIFIER_SIZE + 50) * 3, (row * CLASSIFIER_SIZE + 60) * 3);
    expect(isNearIdentical(plain(100), spotted)).toBe(false);
  });
});
