import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import { liveHistories } from '../packages/server/test/histories/live-histories.ts';

/**
 * Whatever happens to payments, in whatever order: at most one subscription is live, nothing is granted without a payment, no access
 * is lost before its end, the ledger's sums are the counters, and everything is charged once (acceptance SUB-10, UP-09).
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
const options = { histories: 10_000, steps: 25, seed: 20_261, print: (line: string) => console.log(`  ${line}`) };
const { violations, ...figures } = await liveHistories(context, pass, options);
await context.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

for (const line of violations.slice(0, 50)) console.log(`  ${line}`);
const holds = violations.length === 0 && figures.gaps === 0 && figures.invoices > options.histories && figures.charges > 0;
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${holds ? '✓' : '✗'} ${seconds} s`, JSON.stringify({ ...figures, violations: violations.length }));
process.exitCode = holds ? 0 : 1;
