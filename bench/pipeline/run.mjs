/** What a picture costs as a whole beside its parts: `node bench/pipeline/run.mjs [rounds]`. See README.md. */
import { loadavg } from 'node:os';
import sharp from 'sharp';
import { createClassifier } from '../../packages/engine/src/classifier/classifier.ts';
import { alignedResize } from '../../packages/engine/src/decode/aligned-resize.ts';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { hashPicture } from '../../packages/engine/src/hash/hash-picture.ts';
import { convertClassifier, createEngine } from '../../packages/engine/src/index.ts';
import { makeThumbnail } from '../../packages/engine/src/renditions.ts';
import { readTextModels } from '../../packages/engine/src/text/text-models.ts';
import { createTextReader } from '../../packages/engine/src/text/text-reader.ts';
import { record } from '../record.mjs';
import { photograph, pictures } from '../text/pictures.mjs';

// A decode that libvips remembers would cost nothing the second time.
sharp.cache(false);

const ROUNDS = Number(process.argv[2] ?? 5);
/** Photographs of ours that the quick look at writing holds back: chosen below, because the whole must not read. */
const PHOTOGRAPHS = 23;

const model = await convertClassifier();
const engine = await createEngine({ classifier: model });
const classifier = await createClassifier(model);
const reader = createTextReader(readTextModels);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];

/** Processor and clock time of what is done, in milliseconds. */
async function timed(work) {
  const [clock, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: (user + system) / 1_000, wall: performance.now() - clock };
}

const files = [];
for (let index = 0; index < PHOTOGRAPHS; index++) {
  const bytes = await photograph(index).resize(1280, 960).jpeg({ quality: 85 }).toBuffer();
  const { frames } = await decodePicture(bytes);
  if (!(await reader.mayHaveText(frames[0]))) files.push({ bytes, pixels: frames[0] });
}
const parts = {
  decode: ({ bytes }) => decodePicture(bytes),
  classify: ({ pixels }) => classifier.classify(alignedResize(pixels, 224)),
  'quick look': ({ pixels }) => reader.mayHaveText(pixels),
  hash: ({ pixels }) => hashPicture(pixels),
  copies: ({ pixels }) => makeThumbnail(pixels),
};
const wholes = { analyse: ({ bytes }) => engine.analyse(bytes), examine: ({ bytes }) => engine.examine(bytes) };
const cases = { ...parts, ...wholes };

const costs = Object.fromEntries(Object.keys(cases).map((name) => [name, { cpu: [], wall: [] }]));
for (const work of Object.values(cases)) await work(files[0]);
for (let round = 0; round < ROUNDS; round++) {
  for (const file of files) {
    for (const [name, work] of Object.entries(cases)) {
      const { cpu, wall } = await timed(() => work(file));
      costs[name].cpu.push(cpu);
      costs[name].wall.push(wall);
    }
  }
}
const medians = Object.fromEntries(
  Object.entries(costs).map(([name, { cpu, wall }]) => [name, { 'CPU-ms': median(cpu), ms: median(wall) }]),
);
console.log(`${files.length} photographs of 1280 × 960 without writing, ${ROUNDS} rounds, load ${loadavg()[0].toFixed(1)}`);
console.table(medians);
const sum = (names, unit) => names.reduce((total, name) => total + medians[name][unit], 0);
for (const unit of ['CPU-ms', 'ms']) {
  const alone = sum(['decode', 'classify', 'quick look', 'hash'], unit);
  const asked = sum(['decode', 'classify', 'quick look'], unit);
  const all = alone + medians.copies[unit];
  console.log(
    `${unit}: analysis / its parts ${(medians.analyse[unit] / alone).toFixed(2)}, without the hash among them ` +
      `${(medians.analyse[unit] / asked).toFixed(2)}; with the copies ${(medians.examine[unit] / all).toFixed(2)} (target: at most 1.2)`,
  );
}

record('pipeline', [
  {
    id: 'examine',
    what: 'The whole analysis of a picture, writing and copies included',
    unit: 'CPU-ms',
    value: medians.examine['CPU-ms'],
    floor: { what: 'its parts alone', value: sum(Object.keys(parts), 'CPU-ms') },
  },
]);

const texts = [];
for (const { bytes } of await pictures()) texts.push(await timed(() => engine.analyse(bytes)));
const times = (unit, share) =>
  quantile(
    texts.map((one) => one[unit]),
    share,
  ).toFixed(0);
console.log(
  `${texts.length} pictures with writing: half within ${times('wall', 0.5)} ms, 95 % within ${times('wall', 0.95)} ms ` +
    `(CPU ${times('cpu', 0.5)} and ${times('cpu', 0.95)} ms; target: under 1,000 ms on one core)`,
);
console.log(`resident: ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`);
await Promise.all([engine.close(), classifier.close(), reader.close()]);
