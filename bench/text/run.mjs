/** How well text in pictures is read, and what it costs: `node bench/text/run.mjs`. */
import { findKeywords } from '@clearframe/contract';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { readTextModels } from '../../packages/engine/src/text/text-models.ts';
import { createTextReader } from '../../packages/engine/src/text/text-reader.ts';
import { record } from '../record.mjs';
import { photograph, pictures, sizes } from './pictures.mjs';

const reader = createTextReader(readTextModels);

/** Levenshtein distance. */
function distance(one, other) {
  const row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    let before = row[0];
    row[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const above = row[j];
      row[j] = Math.min(above + 1, row[j - 1] + 1, before + (one[i - 1] === other[j - 1] ? 0 : 1));
      before = above;
    }
  }
  return row[other.length];
}

/** CPU milliseconds of what is done. */
async function cost(work) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const readings = [];
for (const { bytes, ...truth } of await pictures()) {
  const { frames } = await decodePicture(bytes);
  const gate = await cost(() => reader.mayHaveText(frames[0]));
  const reading = await cost(() => reader.read(frames[0]));
  const text = reading.result.map((line) => line.text).join(' ');
  const words = truth.text.split(' ').filter((word) => word.length > 3);
  readings.push({
    ...truth,
    read: text,
    gate: gate.result,
    gateMs: gate.cpuMs,
    readMs: reading.cpuMs,
    error: distance(text.toLowerCase().trim(), truth.text.toLowerCase()) / truth.text.length,
    // As in the product: what the gate holds back is not read.
    found: gate.result ? findKeywords(text, words).length : 0,
    words: words.length,
  });
}
const of = (rows) => ({
  pictures: rows.length,
  'let through': `${rows.filter((row) => row.gate).length}`,
  'character error': (rows.reduce((sum, row) => sum + row.error, 0) / rows.length).toFixed(3),
  'words found': (rows.reduce((sum, row) => sum + row.found, 0) / rows.reduce((sum, row) => sum + row.words, 0)).toFixed(3),
  'gate CPU-ms': median(rows.map((row) => row.gateMs)).toFixed(1),
  'read CPU-ms': median(rows.map((row) => row.readMs)).toFixed(0),
});
console.table(
  Object.fromEntries([
    ...sizes.map((size) => [`${size} px`, of(readings.filter((row) => row.size === size))]),
    ['all', of(readings)],
  ]),
);
record('text', [
  { id: 'look', what: 'The quick look at writing', value: median(readings.map((row) => row.gateMs)), unit: 'CPU-ms' },
  { id: 'reading', what: 'Reading a picture with writing', value: median(readings.map((row) => row.readMs)), unit: 'CPU-ms' },
]);
for (const row of readings.filter(({ error, gate }) => error > 0 || !gate)) {
  console.log(
    `${row.size} px ${row.rotation}° ${row.font}: “${row.text}” read as “${row.read}”${row.gate ? '' : ', not let through'}`,
  );
}

let falseAlarms = 0;
const falseTexts = [];
for (let index = 0; index < 23; index++) {
  const { frames } = await decodePicture(await photograph(index).jpeg().toBuffer());
  if (!(await reader.mayHaveText(frames[0]))) continue;
  falseAlarms += 1;
  falseTexts.push((await reader.read(frames[0])).map(({ text, confidence }) => `${text} (${confidence.toFixed(2)})`).join(' | '));
}
console.log(
  `23 pictures of ours without added writing: ${falseAlarms} let through; read: ${falseTexts.filter(Boolean).join('; ') || 'nothing'}`,
);
console.log(`resident: ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`);
await reader.close();
