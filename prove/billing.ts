import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { joinInstallation } from '../packages/server/src/objects/installation.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import { agreeOnSettings } from '../packages/server/src/settings/agree-on-settings.ts';
import { startPayfast } from '../packages/server/test/helpers/payfast-server.ts';
import { createFarWorld } from '../packages/server/test/histories/far-world.ts';
import { type HistoryResult, liveHistories } from '../packages/server/test/histories/live-histories.ts';
import { createPayfastWorld } from '../packages/server/test/histories/payfast-world.ts';
import { createSandboxWorld } from '../packages/server/test/histories/sandbox-world.ts';

export type BillingOptions = {
  /** Histories with each provider. */
  histories: { sandbox: number; far: number; payfast: number };
  /** Things that happen in each history. */
  steps: number;
  print: (line: string) => void;
};

/** Lives random histories with three providers, on a database of their own. The caller judges the figures, which count all of them. */
export async function proveBilling({ histories: counts, steps, print }: BillingOptions): Promise<HistoryResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-billing-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 60 });
  await migrateDatabase(server.url);
  await prepareQueue(server.url);
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off' }), databaseUrl: server.url };
  let now = Date.parse('2026-01-31T12:00:00Z');
  const context = await createContext(config, { clock: { now: () => new Date(now) }, name: 'prove', maxConnections: 16 });
  const { db, storage, payments } = context;
  const payfast = await startPayfast();
  try {
    // As a start does it: an invoice takes its seller from the installation's settings.
    await joinInstallation({ db, storage }, { database: 'The proof', storage: dataDir, variable: 'DATA_DIR' });
    await agreeOnSettings(db, { config, alone: true, print });
    if (!payments) throw new Error('no sandbox');
    const worlds = [
      { name: 'sandbox', histories: counts.sandbox, world: createSandboxWorld(payments) },
      { name: 'far away', histories: counts.far, world: createFarWorld() },
      { name: 'PayFast', histories: counts.payfast, world: createPayfastWorld(context, payfast) },
    ];
    const total: HistoryResult = { histories: 0, checks: 0, invoices: 0, gaps: 0, charges: 0, violations: [] };
    const pass = (ms: number): void => {
      now += ms;
    };
    for (const [place, { name, histories, world }] of worlds.entries()) {
      const options = { histories, steps, seed: 20_261 + place * 100_000, print: (line: string) => print(`${name}: ${line}`) };
      const { violations, ...figures } = await liveHistories(context, pass, world, options);
      total.violations.push(...violations.map((fault) => `${name}: ${fault}`));
      // Invoices, gaps and charged uploads are counted over everything so far.
      Object.assign(total, figures, { histories: total.histories + figures.histories, checks: total.checks + figures.checks });
    }
    return total;
  } finally {
    await payfast.stop();
    await context.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
