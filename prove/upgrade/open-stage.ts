import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, type DbHandle } from '../../packages/server/src/db/client.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { freePorts } from '../../packages/server/test/engines/free-ports.ts';
import { type Balancer, startHaproxy } from '../../packages/server/test/engines/haproxy.ts';
import { type FlakyReceiver, startFlakyReceiver } from '../flaky-receiver.ts';
import { balancerSettings } from '../fleet/balancer-settings.ts';
import { type Machine, startMachine } from '../fleet/machine.ts';
import { loopback } from '../fleet/network.ts';
import { leaveOut } from './take-over.ts';

/** Of both versions, which know different variables. */
const common = {
  CLEARFRAME_ENV_FILE: 'off',
  MALLOC_ARENA_MAX: '1',
  SECRET_KEY: 'a-key-of-the-upgrade-proof-and-of-nothing-else',
  CAPTCHA: 'off',
  RATE_LIMIT_SCALE: '100000',
  VIDEO_TOOLS: 'off',
  WORKERS: '1',
  LOG_LEVEL: 'warn',
};

/** Of this version alone: proofs look for lines as people read them. */
export const ownEnv = { LOG_FORMAT: 'text' };

/** What two versions share: a database, a disk, a balancer before both, and a webhook that refuses half of all first attempts. */
export type Stage = {
  env: { DATA_DIR: string; DATABASE_URL: string } & Record<string, string>;
  /** Where callers find whoever serves. */
  webUrl: string;
  balancer: Balancer;
  receiver: FlakyReceiver;
  pool: DbHandle['pool'];
  machines: Machine[];
  /** Starts a version at its place behind the balancer. @param root its folder; this version's, unless given */
  start(name: 'old' | 'new', root?: string): Promise<Machine>;
  /** Where a version is reached past the balancer. */
  direct(name: 'old' | 'new'): string;
  /** Called at the end, the latest first. */
  undo: (() => unknown)[];
};

/** @returns why there is none, where haproxy cannot be had */
export async function openStage(seed: number): Promise<Stage | { notRun: string }> {
  const undo: Stage['undo'] = [];
  const makeFolder = (name: string): string => {
    const folder = mkdtempSync(join(tmpdir(), `clearframe-upgrade-${name}-`));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  };
  const [dataDir, databaseDir] = [makeFolder('files'), makeFolder('database')];
  const postgres = await startEmbeddedPostgres({ dataDir: databaseDir, maxConnections: 120, mayCreateDatabases: true });
  undo.push(postgres.stop);
  const receiver = await startFlakyReceiver({ seed, refusedShare: 0.5, refusalsMax: 1 });
  undo.push(receiver.close);
  const [webPort = 0, oldPort = 0, newPort = 0] = await freePorts(3);
  const ports = { old: oldPort, new: newPort };
  const upstreams = Object.entries(ports).map(([name, port]) => ({ name, address: '127.0.0.1', port }));
  const balancer = await startHaproxy(balancerSettings(upstreams, webPort));
  if ('notRun' in balancer) {
    for (const step of undo.reverse()) await step();
    return balancer;
  }
  undo.push(balancer.close);
  await leaveOut(balancer, 'new');
  const { pool, close } = createDb({ url: postgres.url, max: 2, patient: true, onError: () => undefined });
  undo.push(close);
  const machines: Machine[] = [];
  undo.push(() => Promise.all(machines.map((one) => one.remove())));
  const webUrl = `http://localhost:${webPort}`;
  const env = {
    ...common,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    TENANT_PRIVATE_TARGETS: receiver.address,
    PUBLIC_URL: webUrl,
    TRUST_PROXY: '127.0.0.1',
  };
  return {
    env,
    webUrl,
    balancer,
    receiver,
    pool,
    machines,
    undo,
    direct: (name) => `http://127.0.0.1:${ports[name]}`,
    async start(name, root) {
      const own = { ...env, PORT: String(ports[name]), ...(root === undefined ? ownEnv : {}) };
      const version = root === undefined ? {} : { root };
      const machine = await startMachine({ name, role: 'all', place: loopback.place(name), env: own, dataDir, ...version });
      machines.push(machine);
      await machine.ready();
      return machine;
    },
  };
}
