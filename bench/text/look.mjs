/**
 * How many pictures with writing the quick look passes over, by set, and what it costs: `node bench/text/look.mjs`.
 * With the path of another `text-reader.ts` both are asked about each picture in turns.
 */
import { resolve } from 'node:path';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { readTextModels } from '../../packages/engine/src/text/text-models.ts';
import { createTextReader } from '../../packages/engine/src/text/text-reader.ts';
import { photograph } from './pictures.mjs';
import { makeSet, setNames } from './sets.mjs';

const [other] = process.argv.slice(2);
const readers = { here: createTextReader(readTextModels) };
if (other) readers.other = (await import(resolve(other))).createTextReader(readTextModels);

async function withCost(work) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)].toFixed(1);

const table = {};
async function look(name, files) {
  const rows = Object.keys(readers).map((side) => ({ side, through: 0, costs: [] }));
  for (const bytes of files) {
    const [pixels] = (await decodePicture(bytes)).frames;
    for (const row of rows.reverse()) {
      const { result, cpuMs } = await withCost(() => readers[row.side].mayHaveText(pixels));
      if (result) row.through += 1;
      row.costs.push(cpuMs);
    }
  }
  for (const { side, through, costs } of rows) {
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    table[`${name}, ${side}`] = {
      pictures: costs.length,
      'passed over': costs.length - through,
      'mean CPU-ms': mean.toFixed(1),
      'median CPU-ms': quantile(costs, 0.5),
      'p95 CPU-ms': quantile(costs, 0.95),
    };
  }
}

const warm = await decodePicture(await photograph(0).jpeg().toBuffer());
for (const reader of Object.values(readers)) await reader.mayHaveText(warm.frames[0]);
for (const name of setNames) {
  await look(
    name,
    (await makeSet(name)).map(({ bytes }) => bytes),
  );
}
const plain = Array.from({ length: 23 }, (_, index) => photograph(index).jpeg().toBuffer());
await look('no writing', await Promise.all(plain));
console.table(table);
for (const reader of Object.values(readers)) await reader.close();
