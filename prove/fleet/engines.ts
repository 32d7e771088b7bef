import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { type ObjectGateway, openObjectGateway } from '../../packages/server/test/engines/ceph-rgw.ts';
import { freePorts } from '../../packages/server/test/engines/free-ports.ts';
import { startHaproxy } from '../../packages/server/test/engines/haproxy.ts';
import { openStandbyPair, type StandbyPair } from '../../packages/server/test/engines/patroni.ts';
import { openTransactionPool, type TransactionPool } from '../../packages/server/test/engines/pgbouncer.ts';
import { startSmtpHost } from '../../packages/server/test/helpers/smtp-host.ts';
import { balancerSettings, type Upstream } from './balancer-settings.ts';
import type { Network } from './network.ts';

/** Real engines, and the doors to them that machines of the network find. */
export type Engines = {
  gateway: ObjectGateway;
  /** Where the machines keep files. */
  bucket: string;
  pool: TransactionPool;
  /** null = PostgreSQL is one server alone. */
  pair: StandbyPair | null;
  /** Of PostgreSQL itself, for who looks at what is left. */
  postgresUrl: string;
  /** Where callers reach the machines that answer requests. */
  webUrl: string;
  /** What every machine is started with. */
  env: Record<string, string>;
  close(): Promise<void>;
};

/** Of every machine of a proof. Captcha and payments have other defaults where a machine answers its network: all have to agree on them. */
const commonEnv = {
  CLEARFRAME_ENV_FILE: 'off',
  MALLOC_ARENA_MAX: '1',
  SECRET_KEY: 'a-key-of-the-fleet-proof-and-of-nothing-else',
  CAPTCHA: 'altcha',
  PAYMENTS: 'off',
  RATE_LIMIT_SCALE: '100000',
  VIDEO_TOOLS: 'off',
  WORKERS: '1',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'text',
};

const bucket = 'clearframe';

/** The same database, through a door. */
const over = (url: string, host: string): string => {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  changed.host = host;
  return changed.href;
};
/** As haproxy names it. */
const socketOf = (url: string): string => {
  const { hostname, searchParams, port } = new URL(url);
  const folder = searchParams.get('host');
  return folder === null ? `${hostname}:${port}` : `unix@${folder}/.s.PGSQL.${port || 5432}`;
};

type Undo = (() => unknown)[];

/** One PostgreSQL, which the product brings along. */
async function openOnePostgres(undo: Undo): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-fleet-'));
  chmodSync(dataDir, 0o711);
  undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 200, mayCreateDatabases: true });
  undo.push(postgres.stop);
  return postgres.url;
}

/** `hasStandby`: a primary and a synchronous standby, in place of one PostgreSQL. */
type EngineOptions = { hasStandby?: boolean };

/** Starts what a fleet stands on. @returns why it cannot, where packages cannot be had */
export async function openEngines(
  network: Network,
  upstreams: readonly Upstream[],
  { hasStandby = false }: EngineOptions = {},
): Promise<Engines | { notRun: string }> {
  const undo: Undo = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const had = async <T extends object>(engine: Promise<T | { notRun: string }>, end: (one: T) => unknown): Promise<T> => {
    const one = await engine;
    if ('notRun' in one) throw new NotRun(one.notRun);
    undo.push(() => end(one));
    return one;
  };
  try {
    const pair = hasStandby ? await had(openStandbyPair(), (one) => one.close()) : null;
    const postgresUrl = pair?.url ?? (await openOnePostgres(undo));
    const pool = await had(openTransactionPool(postgresUrl, { size: 40 }), (one) => one.close());
    const gateway = await had(openObjectGateway(), (one) => one.close());
    await gateway.createBucket(bucket);
    const smtp = await startSmtpHost();
    undo.push(smtp.stop);
    const [webPort = 0, direct, pooled, s3, mail] = await freePorts(5);
    const at = (port: number | undefined): string => `${network.address}:${port}`;
    const doors = [
      [at(direct), socketOf(postgresUrl)],
      [at(pooled), socketOf(pool.urlOf(postgresUrl))],
      [at(s3), new URL(gateway.endpoint).host],
      [at(mail), `127.0.0.1:${smtp.port}`],
    ] as const;
    await had(startHaproxy(balancerSettings(upstreams, webPort, doors)), (one) => one.close());
    const webUrl = `http://localhost:${webPort}`;
    return {
      gateway,
      bucket,
      pool,
      pair,
      postgresUrl,
      webUrl,
      close,
      env: {
        ...commonEnv,
        PUBLIC_URL: webUrl,
        DATABASE_URL: over(pool.urlOf(postgresUrl), at(pooled)),
        DATABASE_DIRECT_URL: over(postgresUrl, at(direct)),
        STORAGE: 's3',
        S3_BUCKET: bucket,
        S3_ENDPOINT: `http://${at(s3)}`,
        S3_ACCESS_KEY_ID: gateway.accessKeyId,
        S3_SECRET_ACCESS_KEY: gateway.secretAccessKey,
        SMTP_URL: `smtp://${at(mail)}`,
        TRUST_PROXY: network.address,
      },
    };
  } catch (error) {
    await close();
    if (error instanceof NotRun) return { notRun: error.message };
    throw error;
  }
}

class NotRun extends Error {}
