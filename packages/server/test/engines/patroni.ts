import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { librariesIn, unpackPackages } from './debian.ts';
import { freePorts } from './free-ports.ts';
import { startHaproxy } from './haproxy.ts';
import { type Daemon, startDaemon } from './start-daemon.ts';

const nodeNames = ['a', 'b'] as const;
type NodeName = (typeof nodeNames)[number];

/** Two PostgreSQL that take over from each other: a primary with a synchronous standby, kept by Patroni. */
export type StandbyPair = {
  /** Whoever is primary. */
  url: string;
  /** Each server itself. */
  nodeUrls: readonly string[];
  /** For so long a primary that says nothing more keeps its place. */
  ttlMs: number;
  /** null = nobody is, for the moment. */
  leader(): Promise<NodeName | null>;
  /** Ends that server and what keeps it by -9, as when a machine loses its power. */
  crash(name: NodeName): void;
  /** Starts it again after it crashed. */
  start(name: NodeName): Promise<void>;
  /** It stands still with everything that keeps it. @returns what lets it go on */
  freeze(name: NodeName): () => void;
  /** Until there is a primary other than that one. */
  untilTakenOver(from: NodeName): Promise<void>;
  /** Until a standby has everything that was acknowledged. */
  untilSynchronous(): Promise<void>;
  close(): Promise<void>;
};

const packages = ['patroni', 'python3-etcd', 'etcd-server', 'postgresql-15', 'postgresql-client-15'];
/** What they ask for, and nothing here uses: compiled queries, certificates, folders of logs. */
const unneeded = new Set(['libpq-dev', 'ssl-cert', 'libllvm14', 'logrotate']);
const nobody = { uid: 65_534, gid: 65_534 };
/** Patroni asks for ttl >= loop_wait + 2 * retry_timeout. */
const times = { ttl: 10, loop_wait: 2, retry_timeout: 4 };

type Ports = { etcd: number; peer: number; door: number; postgres: Record<NodeName, number>; rest: Record<NodeName, number> };

async function choosePorts(): Promise<Ports> {
  const [etcd = 0, peer = 0, door = 0, a = 0, b = 0, restA = 0, restB = 0] = await freePorts(7);
  return { etcd, peer, door, postgres: { a, b }, rest: { a: restA, b: restB } };
}

/** JSON is YAML too. */
const settingsOf = (name: NodeName, { etcd, postgres, rest }: Ports, { home, programs }: { home: string; programs: string }) =>
  JSON.stringify({
    scope: 'fleet',
    name,
    restapi: { listen: `127.0.0.1:${rest[name]}`, connect_address: `127.0.0.1:${rest[name]}` },
    // The v2 API: over v3 this version lets a primary that was frozen take its place back, and acknowledged rows are lost.
    etcd: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums', { 'auth-local': 'trust' }, { 'auth-host': 'trust' }],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres[name]}`,
      connect_address: `127.0.0.1:${postgres[name]}`,
      data_dir: join(home, name),
      bin_dir: programs,
      pgpass: join(home, `${name}.pass`),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
        rewind: { username: 'rewinder', password: 'unused' },
      },
      parameters: { unix_socket_directories: home, jit: 'off' },
    },
  });

const balancerOf = ({ door, postgres, rest }: Ports) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${door}
  option httpchk GET /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodeNames.map((name) => `  server ${name} 127.0.0.1:${postgres[name]} check port ${rest[name]}\n`).join('')}`;

/** Asks over a connection of its own: one that was open during a failover shows what was, not what is left. */
export async function askAnew<T extends pg.QueryResultRow>(
  url: string,
  statement: string,
  { values, limitMs = 5_000 }: { values?: unknown[]; limitMs?: number } = {},
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: limitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(statement, values)).rows;
  } finally {
    // A server that stands still would not answer to a goodbye.
    void client.end().catch(() => undefined);
  }
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/)
    .map(Number)
    .filter((one) => one > 0);

/** Two minutes at most: two servers come up from nothing, on a machine that may be busy. */
async function until(what: string, isSo: () => Promise<boolean>, output: () => string): Promise<void> {
  const begun = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begun > 120_000) throw new Error(`${what}: not within two minutes\n${output()}`);
    await sleep(100);
  }
}

/**
 * Starts a pair of Debian's PostgreSQL, which agree by etcd on who is primary, and a door that leads there; with an empty database and a
 * role that owns it.
 * @returns why there is none, where packages cannot be had
 */
export async function openStandbyPair(): Promise<StandbyPair | { notRun: string }> {
  const unpacked = unpackPackages('patroni', packages, unneeded);
  if ('notRun' in unpacked) return unpacked;
  const { root } = unpacked;
  const python = '/usr/bin/python3';
  if (!existsSync(python)) return { notRun: 'there is no Python of Debian, which Patroni runs by' };
  const [version] = readdirSync(join(root, 'usr/lib/postgresql'));
  const programs = join(root, 'usr/lib/postgresql', version ?? '', 'bin');
  const home = mkdtempSync(join(tmpdir(), 'clearframe-pair-'));
  const isRoot = process.getuid?.() === 0;
  chmodSync(home, 0o700);
  if (isRoot) chownSync(home, nobody.uid, nobody.gid);
  const ports = await choosePorts();
  const env = {
    LC_ALL: 'C',
    HOME: home,
    PATH: `${programs}:/usr/bin:/bin`,
    LD_LIBRARY_PATH: librariesIn(root),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
  };
  const as = { env, cwd: home, ...(isRoot ? nobody : {}) };
  const keepers = new Map<NodeName, Daemon>();
  const ends: (() => Promise<unknown>)[] = [];
  const start = async (name: NodeName): Promise<void> => {
    keepers.set(
      name,
      await startDaemon([python, join(root, 'usr/bin/patroni'), join(home, `${name}.yml`)], { ...as, signal: 'TERM' }),
    );
  };
  /** The server's first process; null = its file was left by one that has ended. */
  const serverOf = (name: NodeName): number | null => {
    const file = join(home, name, 'postmaster.pid');
    const pid = existsSync(file) ? readFileSync(file, 'utf8').split('\n', 1)[0] : undefined;
    const command = `/proc/${pid}/cmdline`;
    return existsSync(command) && readFileSync(command, 'utf8').includes(join(home, name)) ? Number(pid) : null;
  };
  /** To the keeper, the server, and each of its sessions, which are in no group with it. */
  const signal = (name: NodeName, what: NodeJS.Signals): void => {
    const server = serverOf(name);
    const keeper = keepers.get(name);
    const alive = keeper && !keeper.hasEnded() ? [keeper.pid] : [];
    for (const pid of [...alive, ...(server === null ? [] : [server, ...childrenOf(server)])]) {
      try {
        process.kill(pid, what);
      } catch {
        // It ended with another one.
      }
    }
  };
  const leader = async (): Promise<NodeName | null> => {
    const answers = nodeNames.map(async (name) => {
      const asked = fetch(`http://127.0.0.1:${ports.rest[name]}/primary`, { signal: AbortSignal.timeout(1_000) });
      return (await asked.catch(() => null))?.status === 200 ? name : null;
    });
    return (await Promise.all(answers)).find((name) => name !== null) ?? null;
  };
  const output = (): string => [...keepers].map(([name, one]) => `${name}: ${one.output().slice(-1_500)}`).join('\n');
  const admin = `postgres://postgres@127.0.0.1:${ports.door}/postgres`;
  const untilSynchronous = () =>
    until(
      'the synchronous standby',
      async () => (await askAnew(admin, `select from pg_stat_replication where sync_state = 'sync'`)).length === 1,
      output,
    );
  const close = async (): Promise<void> => {
    for (const name of nodeNames) signal(name, 'SIGCONT');
    await Promise.all([...keepers.values()].map((one) => one.end()));
    // One whose keeper was killed is nobody's.
    for (const name of nodeNames) if (serverOf(name) !== null) signal(name, 'SIGKILL');
    for (const end of ends.reverse()) await end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.peer}`];
    const etcd = await startDaemon(
      [
        ...[join(root, 'usr/bin/etcd'), '--data-dir', join(home, 'etcd'), '--enable-v2=true', '--unsafe-no-fsync'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer],
        ...['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
      ],
      as,
    );
    ends.push(etcd.end);
    for (const name of nodeNames) writeFileSync(join(home, `${name}.yml`), settingsOf(name, ports, { home, programs }));
    for (const name of nodeNames) await start(name);
    const balancer = await startHaproxy(balancerOf(ports));
    if ('notRun' in balancer) {
      await close();
      return balancer;
    }
    ends.push(balancer.close);
    await until('the primary', async () => (await askAnew(admin, 'select 1')).length === 1, output);
    await askAnew(admin, "create role clearframe login password 'letters-and-digits'");
    await askAnew(admin, 'create database clearframe owner clearframe template template0');
    await untilSynchronous();
    const urlOf = (port: number): string => `postgres://clearframe:letters-and-digits@127.0.0.1:${port}/clearframe`;
    return {
      url: urlOf(ports.door),
      nodeUrls: nodeNames.map((name) => urlOf(ports.postgres[name])),
      ttlMs: times.ttl * 1_000,
      leader,
      crash: (name) => signal(name, 'SIGKILL'),
      start,
      freeze(name) {
        signal(name, 'SIGSTOP');
        return () => signal(name, 'SIGCONT');
      },
      untilTakenOver: (from) =>
        until(`the end of ${from} as primary`, async () => ![null, from].includes(await leader()), output),
      untilSynchronous,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
