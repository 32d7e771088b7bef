/** What a picture costs with everything around it, beside nsfwjs alone. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAccount, startServer } from '../upload/server.mjs';
import { startCountingDatabase } from './database.mjs';
import { openItems } from './open-items.mjs';
import { kinds, mixOf } from './pictures.mjs';
import { cpuSeconds } from './processes.mjs';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '1000' },
    kinds: { type: 'string', default: Object.keys(kinds).join(',') },
    'core-hour': { type: 'string', default: '0.045' },
    put: { type: 'string', default: '0.000005' },
    'gb-month': { type: 'string', default: '0.023' },
  },
});
const count = Number(values.pictures);
const names = values.kinds.split(',');
const unknown = names.filter((name) => !(name in kinds));
if (unknown.length > 0) throw new Error(`There is no kind ${unknown.join(', ')}: ${Object.keys(kinds).join(', ')}`);
const prices = { coreHour: Number(values['core-hour']), put: Number(values.put), gbMonth: Number(values['gb-month']) };

/** How many requests are open at once, and in how many turns each side takes its share. */
const atOnce = 4;
const turns = 4;

/** Every file below a folder. */
function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    objects: entries.length,
    bytes: entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0),
  };
}

/** Sends pictures from..to, `atOnce` at a time. @returns milliseconds of wall time */
async function send(one, from, to) {
  const begun = performance.now();
  let next = from;
  const work = async () => {
    while (next < to) await one(pictures[next++ % pictures.length]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return performance.now() - begun;
}

const pictures = await mixOf(names);
const folder = mkdtempSync(join(tmpdir(), 'clearframe-cost-'));
const database = await startCountingDatabase(folder);
const server = await startServer({ DATABASE_URL: database.url, WORKERS: '2', LOG_LEVEL: 'warn' });
const bare = fork(join(import.meta.dirname, 'nsfwjs-server.mjs'), { env: { ...process.env, MALLOC_ARENA_MAX: '1' } });
const [{ origin, backend }] = await once(bare, 'message');

try {
  const warmUp = pictures.length;
  const token = await openAccount(server, count + warmUp);
  const always = { email: 'always@example.com', readWriting: 'always' };
  const readingToken = await openAccount(server, count + warmUp, always);
  const uploadBy =
    (token) =>
    async ({ bytes }) => {
      const form = new FormData();
      form.append('media', new Blob([bytes]), 'picture');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${server.origin}/api/v1/upload`, { method: 'POST', headers, body: form });
      const { message, data } = await answer.json();
      if (answer.status === 202) throw new Error('A verdict took longer than an upload waits: this machine does too much else.');
      if (answer.status !== 200) throw new Error(`${answer.status} ${message}`);
      if (typeof data.moderation?.passed !== 'boolean') throw new Error('An upload has no verdict');
    };
  const classify = async ({ bytes }) => {
    const answer = await fetch(`${origin}/classify`, { method: 'POST', body: bytes, headers: { 'content-type': 'image/any' } });
    if (!answer.ok) throw new Error(`nsfwjs answered ${answer.status}: ${await answer.text()}`);
    await answer.json();
  };
  const sides = {
    clearframe: { one: uploadBy(token), pids: [server.pid, database.pid], wallMs: 0, cpu: {} },
    reading: { one: uploadBy(readingToken), pids: [server.pid, database.pid], wallMs: 0, cpu: {} },
    nsfwjs: { one: classify, pids: [bare.pid], wallMs: 0, cpu: {} },
  };
  for (const { one } of Object.values(sides)) await send(one, 0, warmUp);
  const objects = join(server.dataDir, 'objects');
  const counts = async () => ({ ...filesOf(objects), ...(await database.counts()) });
  const spent = { objects: 0, bytes: 0, statements: 0, commits: 0 };
  for (let turn = 0; turn < turns; turn++)
    for (const side of Object.values(sides)) {
      const before = await counts();
      const start = cpuSeconds(side.pids);
      side.wallMs += await send(side.one, Math.floor((turn * count) / turns), Math.floor(((turn + 1) * count) / turns));
      for (const [name, seconds] of Object.entries(cpuSeconds(side.pids)))
        side.cpu[name] = (side.cpu[name] ?? 0) + seconds - (start[name] ?? 0);
      if (side !== sides.clearframe) continue;
      for (const [key, number] of Object.entries(await counts())) spent[key] += number - before[key];
    }
  const each = Object.fromEntries(Object.entries(spent).map(([key, number]) => [key, number / count]));
  report(sides, each, backend);
  console.log('Of the newest 50 items, one after the other, the large copy, made the first time and found the second:');
  console.table(await openItems({ origin: server.origin, token, pids: sides.clearframe.pids }));
} finally {
  bare.send('stop');
  await server.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report({ clearframe, reading, nsfwjs }, each, backend) {
  const sum = ({ cpu }) => Object.values(cpu).reduce((all, one) => all + one, 0);
  const cpuMs = (side) => (sum(side) / count) * 1_000;
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0].model}; ${count} pictures, ${atOnce} at once, in ${turns} turns`,
  );
  console.log(`of a hundred: ${names.map((name) => `${kinds[name].count} ${name}`).join(', ')}\n`);
  console.table({
    Clearframe: {
      'CPU-ms a picture': +cpuMs(clearframe).toFixed(1),
      'a second': +(count / (clearframe.wallMs / 1_000)).toFixed(1),
    },
    'Clearframe, writing always read': {
      'CPU-ms a picture': +cpuMs(reading).toFixed(1),
      'a second': +(count / (reading.wallMs / 1_000)).toFixed(1),
    },
    [`nsfwjs (${backend}) behind Fastify`]: {
      'CPU-ms a picture': +cpuMs(nsfwjs).toFixed(1),
      'a second': +(count / (nsfwjs.wallMs / 1_000)).toFixed(1),
    },
    ratio: {
      'CPU-ms a picture': +(cpuMs(clearframe) / cpuMs(nsfwjs)).toFixed(2),
      'a second': +(nsfwjs.wallMs / clearframe.wallMs).toFixed(2),
    },
  });
  const bare = (value) => ({ what: 'nsfwjs (wasm) behind Fastify', value });
  const cost = { unit: 'CPU-ms', floor: bare(cpuMs(nsfwjs)) };
  const rate = ({ wallMs }) => count / (wallMs / 1_000);
  record('cost', [
    { id: 'picture', what: 'A picture, everything around it included', value: cpuMs(clearframe), ...cost },
    {
      id: 'verdicts',
      what: 'Verdicts, four uploads at once',
      value: rate(clearframe),
      unit: 'a second',
      floor: bare(rate(nsfwjs)),
    },
    { id: 'reading', what: 'A picture where writing is always read', value: cpuMs(reading), ...cost },
    {
      id: 'statements',
      what: 'SQL statements of a picture, the background included',
      value: each.statements,
      unit: 'statements',
    },
  ]);
  const msOf = (seconds = 0) => +((seconds / count) * 1_000).toFixed(1);
  console.table(
    Object.fromEntries(
      Object.entries(clearframe.cpu).map(([name, seconds]) => [
        name,
        { 'CPU-ms a picture': msOf(seconds), 'with writing read': msOf(reading.cpu[name]) },
      ]),
    ),
  );
  console.table({
    'SQL statements': { 'a picture': +each.statements.toFixed(1) },
    commits: { 'a picture': +each.commits.toFixed(1) },
    'objects written': { 'a picture': +each.objects.toFixed(2) },
    'kB written': { 'a picture': +(each.bytes / 1_000).toFixed(1) },
  });
  const million = 1_000_000;
  const cpu = ((cpuMs(clearframe) * million) / 3_600_000) * prices.coreHour;
  const puts = each.objects * million * prices.put;
  console.log(`A million pictures: $${cpu.toFixed(2)} of CPU at $${prices.coreHour} a core-hour`);
  console.log(`  on S3 $${puts.toFixed(2)} more for writing, at $${prices.put} a PUT`);
  console.log(
    `  and $${(((each.bytes * million) / 1e9) * prices.gbMonth).toFixed(2)} a month to keep them, at $${prices.gbMonth} a GB`,
  );
}
