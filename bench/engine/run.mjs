/** Compares the engine with nsfwjs on its wasm backend. See README.md for what each row means. */
import sharp from 'sharp';
import { createClassifier } from '../../packages/engine/src/classifier/classifier.ts';
import { convertClassifier } from '../../packages/engine/src/classifier/convert-classifier.ts';
import { alignedResize } from '../../packages/engine/src/decode/aligned-resize.ts';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { loadNsfwjs } from './load-nsfwjs.mjs';
import { benchPictures } from './pictures.mjs';

const ROUNDS = 10;
const [classifier, nsfwjs, pictures] = [
  await createClassifier(await convertClassifier()),
  await loadNsfwjs(),
  await benchPictures(),
];

async function decodeWhole(bytes) {
  const picture = sharp(bytes).flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
for (const picture of pictures) {
  picture.fitted = (await decodePicture(picture.bytes)).frames[0];
  picture.small = alignedResize(picture.fitted, 224);
}

const theirClasses = ({ data, width, height }) => nsfwjs.classify(data, width, height);
const rows = [
  {
    name: 'network only',
    ours: ({ small }) => classifier.classify(small),
    theirs: ({ small }) => nsfwjs.classify(small, 224, 224),
  },
  {
    name: 'classify a decoded picture',
    ours: ({ fitted }) => classifier.classify(alignedResize(fitted, 224)),
    theirs: ({ fitted }) => theirClasses(fitted),
  },
  {
    name: 'decode + classify',
    ours: async ({ bytes }) => classifier.classify(alignedResize((await decodePicture(bytes)).frames[0], 224)),
    theirs: async ({ bytes }) => theirClasses(await decodeWhole(bytes)),
  },
];

const top = (classes) => Object.entries(classes).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function measure(work, picture) {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  const classes = await work(picture);
  const { user, system } = process.cpuUsage(cpu);
  return { classes, cpuMs: (user + system) / 1000, wallMs: performance.now() - started };
}

/** One round: every picture once through both, the first of each pair in turn. Milliseconds are means per picture. */
async function round(row, index, result) {
  const sums = { ours: { cpuMs: 0, wallMs: 0 }, theirs: { cpuMs: 0, wallMs: 0 } };
  for (const [at, picture] of pictures.entries()) {
    const answers = {};
    for (const side of (index + at) % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']) {
      const { classes, cpuMs, wallMs } = await measure(row[side], picture);
      answers[side] = classes;
      sums[side].cpuMs += cpuMs / pictures.length;
      sums[side].wallMs += wallMs / pictures.length;
    }
    if (top(answers.ours) !== top(answers.theirs)) result.otherTop.add(picture.name);
    for (const name of Object.keys(answers.ours)) {
      result.maxDifference = Math.max(result.maxDifference, Math.abs(answers.ours[name] - answers.theirs[name]));
    }
  }
  return sums;
}

console.log(
  `Node ${process.version}, nsfwjs on ${nsfwjs.backend}, ${pictures.length} pictures, median of ${ROUNDS} interleaved rounds, ms per picture\n`,
);
const table = {};
for (const row of rows) {
  const result = { otherTop: new Set(), maxDifference: 0 };
  await round(row, 0, result);
  const rounds = [];
  for (let index = 0; index < ROUNDS; index++) rounds.push(await round(row, index, result));
  const of = (side, unit) => median(rounds.map((sums) => sums[side][unit]));
  const ratio = (unit) => median(rounds.map(({ ours, theirs }) => theirs[unit] / ours[unit]));
  table[row.name] = {
    'engine CPU': +of('ours', 'cpuMs').toFixed(1),
    'nsfwjs CPU': +of('theirs', 'cpuMs').toFixed(1),
    'CPU ratio': +ratio('cpuMs').toFixed(1),
    'engine wall': +of('ours', 'wallMs').toFixed(1),
    'nsfwjs wall': +of('theirs', 'wallMs').toFixed(1),
    'wall ratio': +ratio('wallMs').toFixed(1),
    'same top class': `${pictures.length - result.otherTop.size} of ${pictures.length}`,
    'largest difference': +result.maxDifference.toPrecision(2),
  };
  if (result.otherTop.size > 0) console.log(`${row.name}: another top class for ${[...result.otherTop].join(', ')}`);
}
console.table(table);
await classifier.close();
