import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import type { Storage } from '../packages/server/src/storage/storage.ts';
import { openNewBucket } from '../packages/server/test/engines/new-bucket.ts';
import { holdAtEachStep } from '../packages/server/test/holds/hold-at-each-step.ts';
import type { HoldAt } from '../packages/server/test/holds/hold-before.ts';

/**
 * A legal hold set at each step of an analysis, on disk and on Ceph RGW: the bytes as they were sent are still there, whatever people,
 * jobs and time do afterwards. `node prove/holds.proof.ts [first seed] [disk|s3]`; every step with its outcome is written to
 * `.cache/holds.json`.
 */
const [seedWord = '1', only] = process.argv.slice(2);
const notRun = 77;
const begun = Date.now();
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-holds-'));
chmodSync(dataDir, 0o711);

/** Every step of every kind, on a database of its own. */
async function proveOn(name: string, storageOf: (own: Storage) => Storage): Promise<HoldAt[]> {
  const folder = join(dataDir, name);
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, maxConnections: 100 });
  await migrateDatabase(server.url);
  await prepareQueue(server.url);
  const config = { ...readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', CAPTCHA: 'off' }), databaseUrl: server.url };
  const base = await createContext(config, { name: 'prove', maxConnections: 8 });
  try {
    const onKind = (line: string) => console.log(`  ${name}, ${line}`);
    return await holdAtEachStep({ base, url: server.url, storage: storageOf(base.storage), seed: Number(seedWord), onKind });
  } finally {
    await base.close();
    await server.stop();
  }
}

const figuresOf = (found: readonly HoldAt[]) => {
  const before = found.filter(({ order }) => order === 'before');
  const after = found.filter(({ order }) => order === 'after');
  const kept = (some: readonly HoldAt[]) => some.filter((one) => one.kept).length;
  return { asSent: kept(before), of: before.length, afterTheResult: kept(after), ofThose: after.length };
};

const results: Record<string, HoldAt[]> = {};
let missing: string | null = null;
try {
  if (only !== 's3') results.disk = await proveOn('disk', (own) => own);
  if (only !== 'disk') {
    const bucket = await openNewBucket(join(dataDir, 'copies'));
    if ('notRun' in bucket) missing = bucket.notRun;
    else {
      results.s3 = await proveOn('s3', () => bucket.storage);
      await bucket.close();
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
const cache = join(import.meta.dirname, '../.cache');
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, 'holds.json'), `${JSON.stringify(results, null, 2)}\n`);
const all = Object.values(results).flat();
const holds = all.length > 0 && all.every(({ kept }) => kept);
const figures = Object.fromEntries(Object.entries(results).map(([name, found]) => [name, figuresOf(found)]));
console.log(`${holds ? '✓' : '✗'} ${Math.round((Date.now() - begun) / 1_000)} s`, JSON.stringify(figures));
if (missing !== null) console.error(`not run on S3: ${missing}`);
process.exitCode = !holds ? 1 : missing !== null ? notRun : 0;
