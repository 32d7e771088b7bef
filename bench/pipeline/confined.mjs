/**
 * What it costs to have a picture decoded in a process that is shut in,
 * beside the engine itself: `node bench/pipeline/confined.mjs [rounds]`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertClassifier, createEngine, stripMetadata } from '../../packages/engine/src/index.ts';
import { chooseLevel } from '../../packages/server/src/confinement/choose-level.ts';
import { createConfine } from '../../packages/server/src/confinement/confine.ts';
import { startDecoder } from '../../packages/server/src/confinement/decoder.ts';
import { photograph } from '../text/pictures.mjs';

const ROUNDS = Number(process.argv[2] ?? 10);
/** Of ours; those with writing in them take longer and say less. */
const PHOTOGRAPHS = 14;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const classifier = await convertClassifier();
const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-bench-'));
const level = await chooseLevel(dataDir);
const engine = await createEngine({ classifier });
const begun = performance.now();
const decoder = await startDecoder({
  confine: createConfine(level, dataDir),
  classifier: () => classifier,
  textModelsDir: null,
  analysers: [],
});
console.log(
  `level ${JSON.stringify(level)}; started in ${Math.round(performance.now() - begun)} ms, load ${loadavg()[0].toFixed(1)}`,
);

const files = [];
for (let index = 0; index < PHOTOGRAPHS; index++) {
  const bytes = await photograph(index).resize(1280, 960).jpeg({ quality: 85 }).toBuffer();
  if ((await engine.analyse(bytes)).text === '') files.push(bytes);
}
/** Processor time in ms of a process and of all that it started, to the nanosecond: clocks tell nothing on a machine with other work. */
function cpuOf(pid) {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) sum += cpuOf(child);
  }
  return sum;
}
/** Examined, and the original cleaned: what moderation asks for each picture. */
const ways = {
  direct: async (bytes) => [await engine.examine(bytes), stripMetadata('jpeg', bytes)],
  'shut in': async (bytes) => [await decoder.examine(bytes), await decoder.stripPicture('jpeg', bytes)],
};
for (const way of Object.values(ways)) for (const bytes of files) await way(bytes);
const times = { direct: [], 'shut in': [] };
const cpu = { direct: [], 'shut in': [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const bytes of files) {
    for (const name of round % 2 === 0 ? ['direct', 'shut in'] : ['shut in', 'direct']) {
      const before = cpuOf(process.pid);
      const started = performance.now();
      await ways[name](bytes);
      times[name].push(performance.now() - started);
      cpu[name].push(cpuOf(process.pid) - before);
    }
  }
}
const over = (values) => median(values['shut in'].map((value, n) => value - values.direct[n]));
console.log(`${files.length} photographs of 1280 × 960 without writing, ${ROUNDS} rounds, load ${loadavg()[0].toFixed(1)}`);
for (const [unit, values] of [
  ['CPU-ms', cpu],
  ['ms', times],
]) {
  const [direct, confined] = [median(values.direct), median(values['shut in'])];
  const pair = `direct ${direct.toFixed(1)}, shut in ${confined.toFixed(1)}, ratio ${(confined / direct).toFixed(3)}`;
  console.log(`${unit}: ${pair}, median of the differences ${over(values).toFixed(2)} (target: at most 3)`);
}
await decoder.close();
await engine.close();
await rm(dataDir, { recursive: true });
