import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import { startTransparencyDatabase } from '../packages/server/test/helpers/transparency-database.ts';
import { killTrust } from '../packages/server/test/trust-kill/kill-trust.ts';

/**
 * A process is killed with -9 before every statement between a notice and the erasure of its author: received, acknowledged, decided,
 * explained, appealed, reversed, reported to a database that enforces the EU's rules, erased (TRUST-B4, B5, B6, B1). Whatever it left
 * goes together, and whoever goes on finds nothing lost and does nothing twice. `node prove/trust.proof.ts [first] [step]` kills before
 * some of them.
 */
const [first = 1, step = 1] = process.argv.slice(2).map(Number);
const begun = Date.now();

function* everywhere(): Generator<number> {
  for (let before = first; ; before += step) yield before;
}

const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-trust-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 60 });
await migrateDatabase(server.url);
await prepareQueue(server.url);
const eu = await startTransparencyDatabase();
const config = {
  ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off', VIDEO_TOOLS: 'off' }),
  databaseUrl: server.url,
};
const context = await createContext({ ...config, allowPrivateTargets: [eu.address] }, { name: 'prove', maxConnections: 8 });
try {
  const where = { context, url: server.url, dataDir, eu };
  const { faults, killed, statements } = await killTrust(where, everywhere(), (line) => console.log(`  ${line}`));
  for (const fault of faults.slice(0, 20)) console.log(`  ✗ ${fault}`);
  const holds = faults.length === 0 && killed > 0;
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`${holds ? '✓' : '✗'} ${killed} kills, a walk of ${statements} statements, ${faults.length} faults, ${seconds} s`);
  process.exitCode = holds ? 0 : 1;
} finally {
  await context.close();
  await eu.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
