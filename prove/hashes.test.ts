import { expect, it } from 'vitest';
import { madePictures, photographs } from '../packages/engine/test/picture-copies.ts';
import { compareAll, findCopies } from './hashes.ts';

/** A small sample of `npm run prove hashes`, which copies every photograph and compares 2,000 pictures. */
const some = () => photographs().filter((_photograph, at) => at % 8 === 0);

it('finds every copy of a photograph, stored anew, resized, marked or mirrored', async () => {
  for (const { copy, found, of, missed } of await findCopies(some())) expect([copy, found, missed]).toEqual([copy, of, []]);
});

it('takes no picture for a copy of one of another thing', async () => {
  async function* all() {
    yield* photographs();
    yield* madePictures(1, 15);
  }
  const { pictures, matches } = await compareAll(all());
  expect(matches).toEqual([]);
  expect(pictures).toBeGreaterThan(30);
});
