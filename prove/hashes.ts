import { limits, type PictureHash } from '@clearframe/contract';
import { copies, hashOf, type Reference } from '../packages/engine/test/picture-copies.ts';
import { createPackedHashes, hashDistance, type Sought } from '../packages/server/src/hashes/packed-hashes.ts';

const soughtOf = ({ pdq, mirrored }: PictureHash): Sought => ({
  hash: Buffer.from(pdq, 'hex'),
  mirrored: Buffer.from(mirrored, 'hex'),
});

/** Of one way of copying: how many were found, and how far the farthest was. */
export type Found = { copy: string; found: number; of: number; farthest: number; missed: string[] };

/** Makes every copy of every picture, in these ways, and looks whether it is within the limit of its original, plain or mirrored. */
export async function findCopies(references: readonly Reference[], ways: typeof copies = copies): Promise<Found[]> {
  const known = await Promise.all(references.map(async ({ name, file }) => ({ name, file, hash: await hashOf(file) })));
  const results: Found[] = [];
  for (const [copy, make] of Object.entries(ways)) {
    const result: Found = { copy, found: 0, of: known.length, farthest: 0, missed: [] };
    for (const { name, file, hash } of known) {
      const sought = soughtOf(await hashOf(await make(file)));
      const original = Buffer.from(hash.pdq, 'hex');
      const distance = Math.min(hashDistance(original, sought.hash), hashDistance(original, sought.mirrored));
      result.farthest = Math.max(result.farthest, distance);
      if (distance <= limits.knownDistanceMax) result.found += 1;
      else result.missed.push(`${name}: ${distance}`);
    }
    results.push(result);
  }
  return results;
}

/** Pairs of different pictures that would be taken for copies, and how near the nearest pair is. */
export type Unrelated = { pictures: number; tooPlain: number; pairs: number; matches: string[]; nearest: number };

/** Compares every picture with every other, plain and mirrored. Those that are too plain are compared by nobody. */
export async function compareAll(references: AsyncIterable<Reference> | Iterable<Reference>): Promise<Unrelated> {
  const hashes = createPackedHashes();
  const names: string[] = [];
  const all: Sought[] = [];
  let tooPlain = 0;
  for await (const { name, file } of references) {
    const hash = await hashOf(file);
    if (hash.quality < limits.knownQualityMin) {
      tooPlain += 1;
      continue;
    }
    names.push(name);
    all.push(soughtOf(hash));
    hashes.add(names.length, Buffer.from(hash.pdq, 'hex'));
  }
  const matches: string[] = [];
  let nearest = 256;
  for (const [at, sought] of all.entries()) {
    for (const position of hashes.near(sought, limits.knownDistanceMax))
      if (position > at + 1) matches.push(`${names[at]} and ${names[position - 1]}`);
    for (const other of all.slice(at + 1))
      nearest = Math.min(nearest, hashDistance(sought.hash, other.hash), hashDistance(sought.mirrored, other.hash));
  }
  return { pictures: names.length, tooPlain, pairs: (names.length * (names.length - 1)) / 2, matches, nearest };
}
