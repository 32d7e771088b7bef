/**
 * What a search among known pictures costs, for accounts that know 1,000 to 1,000,000, and what adding costs.
 * Run: node bench/known/run.mjs   (a PostgreSQL of its own in a temporary folder)
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '../../packages/server/src/db/client.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { createHashStore } from '../../packages/server/src/hashes/hash-store.ts';
import { findNear } from '../../packages/server/src/known-pictures/find-near.ts';
import { importKnown } from '../../packages/server/src/known-pictures/import-known.ts';
import { remember } from '../../packages/server/src/known-pictures/remember.ts';
import { record } from '../record.mjs';

const sizes = [1_000, 100_000, 1_000_000];
const rounds = 200;

/** The n-th known hash, as the database makes it too. */
const knownHash = (n) => createHash('sha256').update(String(n)).digest();

const seed = (accountId, count) => `
  insert into known_picture (account_id, position, list, pdq, quality, decided_at)
  select '${accountId}', n, case when n % 10 = 0 then 'allow' else 'block' end, sha256(n::text::bytea), 100,
  now() from generate_series(1, ${count}) n`;

/** The hash with some bits turned over. */
function moved(hash, bits) {
  const turned = Buffer.from(hash);
  for (let n = 0; n < bits; n += 1) turned[(n * 11) % 32] ^= 1 << (n % 8);
  return turned;
}

const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];

async function timed(task) {
  const start = performance.now();
  const result = await task();
  return { ms: performance.now() - start, result };
}

/** Times of searches, half of them for a copy of a known picture in its mirror image or not; every copy has to be found. */
async function searches(context, accountId, size) {
  const times = { known: [], unknown: [] };
  for (let round = 0; round < rounds; round += 1) {
    const isKnown = round % 2 === 0;
    const copy = isKnown ? moved(knownHash(1 + ((round * 7_919) % size)), round % 32) : randomBytes(32);
    const [pdq, mirrored] = (round % 4 < 2 ? [copy, randomBytes(32)] : [randomBytes(32), copy]).map((bytes) =>
      bytes.toString('hex'),
    );
    const { ms, result } = await timed(() => findNear(context, accountId, { pdq, mirrored }));
    if (result.length > 0 !== isKnown) throw new Error(`Round ${round}: ${result.length} found`);
    times[isKnown ? 'known' : 'unknown'].push(ms);
  }
  return times;
}

const show = (times) => `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 0.95).toFixed(2)} ms`;
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-bench-known-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 20 });
try {
  await migrateDatabase(server.url);
  const { db, pool, close } = createDb({ url: server.url, max: 5 });
  const clock = { now: () => new Date() };
  let largest = '';
  let search = Number.NaN;
  console.log('known     first search   memory    no copy known p50 / p95   a copy known p50 / p95    CPU of this process');
  for (const size of sizes) {
    const { rows } = await pool.query('insert into account default values returning id');
    const accountId = rows[0].id;
    largest = accountId;
    await pool.query(seed(accountId, size));
    await pool.query('insert into known_state (account_id, last_position) values ($1, $2)', [accountId, size]);
    await pool.query('vacuum analyze known_picture');
    const context = { db, hashStore: createHashStore() };
    const before = process.memoryUsage().arrayBuffers;
    const digits = { pdq: randomBytes(32).toString('hex'), mirrored: randomBytes(32).toString('hex') };
    const first = await timed(() => findNear(context, accountId, digits));
    globalThis.gc?.();
    const memory = (process.memoryUsage().arrayBuffers - before) / 1_048_576;
    const cpu = process.cpuUsage();
    const { known, unknown } = await searches(context, accountId, size);
    const used = process.cpuUsage(cpu);
    const cpuMs = (used.user + used.system) / 1_000 / rounds;
    search = quantile(unknown, 0.5);
    console.log(
      `${String(size).padEnd(10)}${`${first.ms.toFixed(0)} ms`.padEnd(15)}${`${memory.toFixed(0)} MB`.padEnd(10)}` +
        `${show(unknown).padEnd(26)}${show(known).padEnd(26)}${cpuMs.toFixed(2)} ms`,
    );
  }

  const decided = [];
  for (let n = 0; n < rounds; n += 1) {
    const hash = { pdq: randomBytes(32).toString('hex'), mirrored: '', quality: 100 };
    // An imported hash and that of a decision are the same row; without an item none has to be made for it.
    const { ms } = await timed(() =>
      db.transaction((tx) => remember(tx, { accountId: largest, mediaId: null, to: true, note: null, at: clock.now() }, hash)),
    );
    decided.push(ms);
  }
  console.log(`\nremembering a decision in a transaction of its own: ${show(decided)}`);
  const lines = Array.from({ length: 100_000 }, () => ({ pdq: randomBytes(32).toString('hex'), quality: 100, note: null }));
  const { rows: people } = await pool.query(
    `insert into "user" (name, email, email_key, password_hash) values ('a', 'a', 'a', 'a') returning id`,
  );
  const editor = { accountId: largest, userId: people[0].id, client: { ip: '127.0.0.1', userAgent: 'bench' } };
  await pool.query('delete from known_picture where account_id = $1 and position > 900000', [largest]);
  const imported = await timed(() => importKnown({ db, clock }, editor, { list: 'block', name: randomUUID() }, lines));
  console.log(`importing 100,000: ${(imported.ms / 1_000).toFixed(1)} s (${imported.result.added} added)`);
  const scan = await timed(() =>
    pool.query(
      `select count(*) from known_picture where account_id = $1
      and bit_count(('x' || encode(pdq, 'hex'))::bit(256) # ('x' || $2)::bit(256)) <= 31`,
      [largest, randomBytes(32).toString('hex')],
    ),
  );
  console.log(`the same question put to the database, without an index: ${scan.ms.toFixed(0)} ms`);
  const size = await pool.query(
    `select pg_size_pretty(pg_relation_size('known_picture')) heap, pg_size_pretty(pg_indexes_size('known_picture')) indexes`,
  );
  console.log(`table ${size.rows[0].heap}, its indexes ${size.rows[0].indexes}`);
  const what = 'A search among 1,000,000 known pictures, median';
  record('known', [{ id: 'search', what, value: search, unit: 'ms' }]);
  await close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
