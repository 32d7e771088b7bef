/**
 * How many uploads a second the frame ledger takes: a hold and its charge, each in a transaction of its own, for one busy account and
 * for a hundred. Run: node bench/ledger/run.mjs   (a PostgreSQL of its own in a temporary folder, which writes to the disk as in use)
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitFrames, reserveFrames } from '../../packages/server/src/billing/ledger.ts';
import { openPeriod } from '../../packages/server/src/billing/periods.ts';
import { createDb } from '../../packages/server/src/db/client.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { account } from '../../packages/server/src/db/schema.ts';
import { record } from '../record.mjs';

const uploads = 2_000;
const parallel = 16;
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-bench-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir });
await migrateDatabase(server.url);
const { db, close } = createDb({ url: server.url, name: 'bench', max: parallel });

async function newAccount() {
  const [made] = await db.insert(account).values({}).returning({ id: account.id });
  const now = new Date();
  const endsAt = new Date(now.getTime() + 30 * 86_400_000);
  const period = { accountId: made.id, subscriptionId: null, frames: 1_000_000, startsAt: now, endsAt, reason: 'bench' };
  await db.transaction((tx) => openPeriod(tx, period));
  return made.id;
}

const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];

/** Runs the work for every index, so many at a time. @returns what it took in ms: in all, and each */
async function run(work) {
  let next = 0;
  const times = [];
  const begun = performance.now();
  const worker = async () => {
    while (next < uploads) {
      const index = next++;
      const start = performance.now();
      await work(index);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { totalMs: performance.now() - begun, times };
}

console.log(`| accounts | reservations a second | median | 95 % | charges a second | median | 95 % |`);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
const figures = [];
for (const count of [1, 100]) {
  const accounts = await Promise.all(Array.from({ length: count }, newAccount));
  const items = Array.from({ length: uploads }, () => ({ mediaId: randomUUID(), attempt: 1 }));
  const held = await run((index) => {
    const accountId = accounts[index % count];
    return db.transaction((tx) => reserveFrames(tx, { accountId, ...items[index], frames: 1, now: new Date() }));
  });
  const charged = await run((index) => db.transaction((tx) => commitFrames(tx, { ...items[index], frames: 1 })));
  const cells = ({ totalMs, times }) => [
    Math.round((uploads / totalMs) * 1_000),
    `${quantile(times, 0.5).toFixed(1)} ms`,
    `${quantile(times, 0.95).toFixed(1)} ms`,
  ];
  const what = `Reservations of frames of ${count === 1 ? 'one account' : 'a hundred accounts'}`;
  figures.push({ id: count === 1 ? 'one' : 'hundred', what, value: (uploads / held.totalMs) * 1_000, unit: 'a second' });
  console.log(`| ${[count, ...cells(held), ...cells(charged)].join(' | ')} |`);
}
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
record('ledger', figures);
await close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
