/** Compares the engine with nsfwjs on its wasm backend. See README.md for what each row means. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { record } from '../record.mjs';
import { benchPictures } from './pictures.mjs';

const ROUNDS = 10;
const pictures = await benchPictures();

async function startSide(side) {
  const child = fork(join(import.meta.dirname, 'side.mjs'), { serialization: 'advanced' });
  child.send({ side, pictures });
  const [{ ready }] = await once(child, 'message');
  return { child, rows: ready };
}
const sides = { engine: await startSide('engine'), nsfwjs: await startSide('nsfwjs') };

async function ask(side, request) {
  const { child } = sides[side];
  child.send(request);
  const [answer] = await once(child, 'message');
  return answer;
}

const top = (classes) => Object.entries(classes).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** One round: every picture once through both, the first of each pair in turn. Milliseconds are means per picture. */
async function round(row, turn, seen) {
  const sums = { engine: { cpuMs: 0, wallMs: 0 }, nsfwjs: { cpuMs: 0, wallMs: 0 } };
  for (const [index, picture] of pictures.entries()) {
    const classes = {};
    for (const side of (turn + index) % 2 === 0 ? ['engine', 'nsfwjs'] : ['nsfwjs', 'engine']) {
      const answer = await ask(side, { row, index });
      classes[side] = answer.classes;
      sums[side].cpuMs += answer.cpuMs / pictures.length;
      sums[side].wallMs += answer.wallMs / pictures.length;
    }
    if (top(classes.engine) !== top(classes.nsfwjs)) seen.otherTop.add(picture.name);
    for (const name of Object.keys(classes.engine)) {
      seen.difference = Math.max(seen.difference, Math.abs(classes.engine[name] - classes.nsfwjs[name]));
    }
  }
  return sums;
}

console.log(`Node ${process.version}, ${pictures.length} pictures, median of ${ROUNDS} interleaved rounds, ms per picture\n`);
const table = {};
for (const row of sides.engine.rows) {
  const seen = { otherTop: new Set(), difference: 0 };
  await round(row, 0, seen);
  const rounds = [];
  for (let turn = 0; turn < ROUNDS; turn++) rounds.push(await round(row, turn, seen));
  const of = (side, unit) => +median(rounds.map((sums) => sums[side][unit])).toFixed(1);
  const ratio = (unit) => +median(rounds.map(({ engine, nsfwjs }) => nsfwjs[unit] / engine[unit])).toFixed(1);
  table[row] = {
    'engine CPU': of('engine', 'cpuMs'),
    'nsfwjs CPU': of('nsfwjs', 'cpuMs'),
    'CPU ratio': ratio('cpuMs'),
    'engine wall': of('engine', 'wallMs'),
    'nsfwjs wall': of('nsfwjs', 'wallMs'),
    'wall ratio': ratio('wallMs'),
    'same top class': `${pictures.length - seen.otherTop.size} of ${pictures.length}`,
    'largest difference': +seen.difference.toPrecision(2),
  };
  if (seen.otherTop.size > 0) console.log(`${row}: another top class for ${[...seen.otherTop].join(', ')}`);
}
console.table(table);
const named = {
  file: ['decode + classify', 'A picture from its file to its classes'],
  classify: ['classify a decoded picture', 'Classes of a decoded picture'],
};
record(
  'engine',
  Object.entries(named).map(([id, [row, what]]) => ({
    id,
    what,
    value: table[row]['engine CPU'],
    unit: 'CPU-ms',
    floor: { what: 'nsfwjs (wasm)', value: table[row]['nsfwjs CPU'] },
  })),
);
for (const { child } of Object.values(sides)) child.disconnect();
