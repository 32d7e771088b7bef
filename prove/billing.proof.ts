import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import { startPayfast } from '../packages/server/test/helpers/payfast-server.ts';
import { createFarWorld } from '../packages/server/test/histories/far-world.ts';
import { liveHistories } from '../packages/server/test/histories/live-histories.ts';
import { createPayfastWorld } from '../packages/server/test/histories/payfast-world.ts';
import { createSandboxWorld } from '../packages/server/test/histories/sandbox-world.ts';

/**
 * Whatever happens to payments, in whatever order: at most one subscription is live, nothing is granted without a payment, no access
 * is lost before its end, the ledger's sums are the counters, and everything is charged once (acceptance SUB-10, UP-09). One charge is one
 * month, and nobody without an account is charged twice or again, by the books of the provider.
 */
const begun = Date.now();
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-billing-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 60 });
await migrateDatabase(server.url);
await prepareQueue(server.url);
const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off' }), databaseUrl: server.url };
let now = Date.parse('2026-01-31T12:00:00Z');
const context = await createContext(config, { clock: { now: () => new Date(now) }, name: 'prove', maxConnections: 16 });
const pass = (ms: number): void => {
  now += ms;
};
const payfast = await startPayfast();
if (!context.payments) throw new Error('no sandbox');
/** Ten thousand histories in all, of three providers. */
const worlds = [
  { name: 'sandbox', histories: 4_000, world: createSandboxWorld(context.payments) },
  { name: 'far away', histories: 3_000, world: createFarWorld() },
  { name: 'PayFast', histories: 3_000, world: createPayfastWorld(context, payfast) },
];
const total = { histories: 0, checks: 0, invoices: 0, gaps: 0, charges: 0 };
const violations: string[] = [];
for (const [place, { name, histories, world }] of worlds.entries()) {
  const options = {
    histories,
    steps: 25,
    seed: 20_261 + place * 100_000,
    print: (line: string) => console.log(`  ${name}: ${line}`),
  };
  const { violations: found, ...figures } = await liveHistories(context, pass, world, options);
  violations.push(...found.map((fault) => `${name}: ${fault}`));
  // Invoices, gaps and charged uploads are counted over everything so far.
  Object.assign(total, figures, { histories: total.histories + figures.histories, checks: total.checks + figures.checks });
}
await payfast.stop();
await context.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

for (const line of violations.slice(0, 50)) console.log(`  ${line}`);
const holds = violations.length === 0 && total.gaps === 0 && total.invoices > total.histories * 0.75 && total.charges > 0;
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${holds ? '✓' : '✗'} ${seconds} s`, JSON.stringify({ ...total, violations: violations.length }));
process.exitCode = holds ? 0 : 1;
