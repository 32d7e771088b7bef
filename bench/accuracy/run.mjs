/** What the accuracy page says: `node bench/accuracy/run.mjs` measures all of it and writes docs/accuracy.json. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { findKeywords } from '@clearframe/contract';
import sharp from 'sharp';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { readTextModels } from '../../packages/engine/src/text/text-models.ts';
import { createTextReader } from '../../packages/engine/src/text/text-reader.ts';
import { madePictures, photographs } from '../../packages/engine/test/picture-copies.ts';
import { compareAll, findCopies } from '../../prove/hashes.ts';
import { record } from '../record.mjs';
import { pictures, sizes } from '../text/pictures.mjs';

const root = new URL('../../', import.meta.url);
/** So many made-up pictures beside the photographs, for copies and for pictures of other things. */
const MADE = 30;
const UNRELATED = 2_000;

/** As in the product: what the quick look holds back is not read, and only words of four letters and more count. */
async function readText() {
  const reader = createTextReader(readTextModels);
  const read = [];
  for (const { bytes, size, text } of await pictures()) {
    const { frames } = await decodePicture(bytes);
    const words = text.split(' ').filter((word) => word.length > 3);
    const lines = (await reader.mayHaveText(frames[0])) ? await reader.read(frames[0]) : [];
    const found = findKeywords(lines.map((line) => line.text).join(' '), words).length;
    read.push({ size, words: words.length, found });
  }
  await reader.close();
  const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);
  return sizes.map((size) => {
    const rows = read.filter((row) => row.size === size);
    return { size, pictures: rows.length, words: sum(rows, 'words'), found: sum(rows, 'found') };
  });
}

/** Takes that much off each side, of the whole. */
const crop = (share) => async (file) => {
  const { width, height } = await sharp(file).metadata();
  const [left, top] = [Math.round((width * share) / 2), Math.round((height * share) / 2)];
  return sharp(file)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .jpeg()
    .toBuffer();
};
const frame = (share) => async (file) => {
  const { width } = await sharp(file).metadata();
  const side = Math.round((width * share) / 2);
  return sharp(file).extend({ top: side, bottom: side, left: side, right: side, background: 'white' }).jpeg().toBuffer();
};
const turn = (degrees) => async (file) => sharp(file).rotate(degrees, { background: 'white' }).jpeg().toBuffer();

/** What people do to a picture so that it is not recognised. */
const hard = {
  'cropped by 2 %': crop(0.02),
  'cropped by 5 %': crop(0.05),
  'cropped by 10 %': crop(0.1),
  'cropped by 20 %': crop(0.2),
  'framed by 5 %': frame(0.05),
  'framed by 10 %': frame(0.1),
  'turned by 1°': turn(1),
  'turned by 5°': turn(5),
  'turned by 90°': turn(90),
};
const counted = (found) => found.map(({ copy, found: hits, of, farthest }) => ({ copy, found: hits, of, farthest }));

async function measureCopies() {
  const references = photographs();
  for await (const made of madePictures(1, MADE)) references.push(made);
  async function* others() {
    const real = photographs();
    yield* real;
    yield* madePictures(1, UNRELATED - real.length);
  }
  const { pictures: compared, pairs, matches, nearest } = await compareAll(others());
  return {
    photographs: references.length - MADE,
    made: MADE,
    usual: counted(await findCopies(references)),
    hard: counted(await findCopies(references, hard)),
    unrelated: { pictures: compared, pairs, matches: matches.length, nearest },
  };
}

/** What `clearframe eval` says of the labelled pictures of the repository. */
function evaluate() {
  const command = ['packages/cli/bin/clearframe.mjs', 'eval', 'packages/engine/fixtures/labels.csv', '--json'];
  const { pictures: counts, questions } = JSON.parse(execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' }));
  return {
    pictures: counts,
    questions: questions.flatMap(({ question, limit, analysers: [{ positives, negatives, confusion, auc }] }) =>
      confusion ? [{ question, limit: limit.value, positives, negatives, confusion, auc }] : [],
    ),
  };
}

const measured = {
  day: new Date().toISOString().slice(0, 10),
  on: `${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`,
  classifier: evaluate(),
  text: await readText(),
  copies: await measureCopies(),
};
writeFileSync(new URL('docs/accuracy.json', root), `${JSON.stringify(measured, null, 2)}\n`);
console.log(JSON.stringify(measured, null, 2));

const share = (rows, hits, all) =>
  (100 * rows.reduce((sum, row) => sum + row[hits], 0)) / rows.reduce((sum, row) => sum + row[all], 0);
record('accuracy', [
  { id: 'words', what: 'Words of drawn text that are found', value: share(measured.text, 'found', 'words'), unit: '%' },
  { id: 'copies', what: 'Ordinary copies that are recognised', value: share(measured.copies.usual, 'found', 'of'), unit: '%' },
]);
