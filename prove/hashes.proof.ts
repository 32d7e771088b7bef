/** Copies of pictures are found by their hash, and 2,000 pictures of other things are not taken for copies of each other. */
import { madePictures, photographs, type Reference } from '../packages/engine/test/picture-copies.ts';
import { compareAll, findCopies } from './hashes.ts';

const UNRELATED = 2_000;
/** Some of those that are made up are too plain to be told apart, and are not remembered either. */
const SPARE = 20;
const MADE = 30;

async function* all(): AsyncGenerator<Reference> {
  const real = photographs();
  yield* real;
  yield* madePictures(1, UNRELATED + SPARE - real.length);
}

const references: Reference[] = photographs();
for await (const made of madePictures(1, MADE)) references.push(made);
console.log(`${references.length} pictures (${references.length - MADE} photographs, ${MADE} made up), each copied:`);
console.log('copy                  found      farthest (of 31 bits allowed)');
let missed = 0;
for (const { copy, found, of, farthest, missed: names } of await findCopies(references)) {
  missed += names.length;
  console.log(
    `${copy.padEnd(22)}${`${found}/${of}`.padEnd(11)}${farthest}${names.length > 0 ? `   missed: ${names.join(', ')}` : ''}`,
  );
}
const { pictures, tooPlain, pairs, matches, nearest } = await compareAll(all());
console.log(`\n${pictures} pictures of other things (${tooPlain} more were too plain): ${pairs} pairs, plain and mirrored`);
console.log(
  `taken for copies: ${matches.length}${matches.length > 0 ? ` (${matches.join('; ')})` : ''}; the nearest pair differs in ${nearest} bits`,
);
process.exitCode = missed === 0 && matches.length === 0 && pictures >= UNRELATED ? 0 : 1;
