import { expect, it } from 'vitest';
import { createPace, inPieces } from './pieces.ts';

const items = (count: number, seconds = 0) => Array.from({ length: count }, (_, n) => ({ id: `item-${n}`, seconds }));

/** Removes items in pieces of which the nth takes so many ms. @returns how many items each had */
async function sizesOf(count: number, took: readonly number[], seconds = 0): Promise<number[]> {
  let now = 0;
  const pace = createPace({ now: () => new Date(now) });
  const all = items(count, seconds);
  const gone: string[][] = [];
  for (const piece of inPieces(all, pace)) {
    await pace.timed(async () => {
      now += took[gone.length] ?? 0;
    });
    gone.push(piece);
  }
  expect(gone.flat(), 'every item once, in their order').toEqual(all.map(({ id }) => id));
  return gone.map((piece) => piece.length);
}

it.each([
  ['quick ones stay as large as they may be', [10, 249, 0], [200, 200, 200, 200, 200]],
  ['a slow one halves the next', [500, 300, 499], [200, 100, 100, 100, 200, 200, 100]],
  ['slow ones end at an eighth', [9_000, 800, 700, 600, 500, 500], [200, 100, 50, 25, 25, 25, 25, 50, 100, 200, 200]],
  ['quick ones grow back, and slow ones shrink again', [600, 600, 100, 100, 600], [200, 100, 50, 100, 200, 100, 200, 50]],
])('pieces of a retention run follow what the one before took: %s', async (_what, took, sizes) => {
  expect(await sizesOf(1_000, took)).toEqual(sizes);
});

it('pieces of videos are halved by their seconds, and one long video is a piece', async () => {
  expect(await sizesOf(12, [600, 0], 5_000)).toEqual([4, 2, 4, 2]);
  expect(await sizesOf(3, [600, 600, 600], 90_000)).toEqual([1, 1, 1]);
});
