import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { librariesIn, unpackPackages } from './debian.ts';
import { freePorts } from './free-ports.ts';
import { startDaemon } from './start-daemon.ts';

/** A real S3 server: Ceph's gateway before one monitor and one store in memory. It checks signatures, parts, ranges and versions. */
export type ObjectGateway = {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Lets the gateway hang: connections stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends the gateway: nobody listens any more. */
  stop(): Promise<void>;
  /** Starts it again, on what was stored before. */
  start(): Promise<void>;
  /** The cluster behind it has no room: what is written hangs until `empty`. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  createBucket(name: string): Promise<void>;
  /** A quota that this bucket has used up: every put is refused, and all else works. */
  limit(name: string): Promise<void>;
  unlimit(name: string): Promise<void>;
  /** In all buckets, by the cluster's own count: markers of versions and of puts under way too. */
  countObjects(): Promise<number>;
  close(): Promise<void>;
};

const accessKeyId = 'CLEARFRAMETEST';
const secretAccessKey = 'a-secret-of-tests-alone';
const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
/** What the packages ask for to prepare real disks, and nothing here runs. */
const unneeded = new Set([
  ...['cryptsetup-bin', 'dmeventd', 'dmidecode', 'gdisk', 'hdparm', 'logrotate', 'lvm2', 'nvme-cli', 'parted', 'smartmontools'],
  ...['sudo', 'uuid-runtime', 'xfsprogs'],
]);

/** Less than an empty store uses. */
const fullAt = '0.000001';

/** Counts of a cluster, that a test would wait for. */
const fewOf = ['gc max objs', 'lc max objs', 'reshard num logs', 'num control oids', 'usage max shards', 'md log max shards'];
const few = [...fewOf, 'data log num shards', 'objexp hints num shards'].map((name): [string, number] => [`rgw ${name}`, 1]);

function settingsOf(folder: string, root: string, [web, first, second]: readonly (number | undefined)[]): string {
  const [classes = ''] = globSync(join(root, 'usr/lib/*/rados-classes'));
  const plugins = join(dirname(classes), 'ceph');
  const sections = {
    global: {
      fsid: randomUUID(),
      'mon host': `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`,
      'public addr': '127.0.0.1',
      // With "none" the gateway hangs at its start.
      'auth cluster required': 'cephx',
      'auth service required': 'cephx',
      'auth client required': 'cephx',
      keyring: join(folder, 'keyring'),
      'run dir': folder,
      'admin socket': join(folder, '$name.asok'),
      'log file': join(folder, '$name.log'),
      'pid file': '',
      'erasure code dir': join(plugins, 'erasure-code'),
      'osd class dir': classes,
      'plugin dir': plugins,
      // One copy of everything, in memory.
      'osd objectstore': 'memstore',
      'memstore device bytes': 1_073_741_824,
      'osd pool default size': 1,
      'osd pool default min size': 1,
      'osd pool default pg num': 1,
      'osd pool default pg autoscale mode': 'off',
      'osd crush chooseleaf type': 0,
      'mon allow pool size one': true,
      'mon warn on pool no redundancy': false,
      'mon cluster log to file': false,
      'mon data avail crit': 1,
      // By default each new pool costs two seconds.
      'paxos propose interval': 0.02,
      'paxos min wait': 0.01,
    },
    'mon.a': { 'mon data': join(folder, 'mon') },
    'osd.0': { 'osd data': join(folder, 'osd') },
    'client.rgw': {
      // Without tcp_nodelay every answer with a body is 40 ms late.
      'rgw frontends': `beast endpoint=127.0.0.1:${web} tcp_nodelay=1`,
      'rgw data': join(folder, 'rgw'),
      'rgw dns name': 'localhost',
      'rgw thread pool size': 32,
      'rgw s3 auth use keystone': false,
      'rgw enable gc threads': false,
      'rgw enable lc threads': false,
      'rgw enable quota threads': false,
      'rgw run sync thread': false,
      'rgw enable ops log': false,
      'rgw rados pool autoscale bias': 1,
      'rgw rados pool pg num min': 1,
      ...Object.fromEntries(few),
    },
  };
  const lines = Object.entries(sections).flatMap(([section, values]) => [
    `[${section}]`,
    ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** Starts an empty one on a free port of this machine. @returns why there is none, where its packages cannot be had */
export async function openObjectGateway(): Promise<ObjectGateway | { notRun: string }> {
  const unpacked = unpackPackages('ceph-rgw', packages, unneeded);
  if ('notRun' in unpacked) return unpacked;
  const { root } = unpacked;
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-rgw-'));
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  const ports = await freePorts(3);
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  const conf = join(folder, 'ceph.conf');
  writeFileSync(conf, settingsOf(folder, root, ports));
  const libraries = librariesIn(root);
  const env = {
    ...process.env,
    CEPH_CONF: conf,
    LD_LIBRARY_PATH: [libraries, ...libraries.split(':').map((one) => join(one, 'ceph'))].join(':'),
    PATH: `${join(root, 'usr/bin')}:${join(root, 'usr/sbin')}:${process.env.PATH ?? ''}`,
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
  };
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { env, cwd: folder, timeout: 60_000 });
  const ends: (() => Promise<unknown>)[] = [];
  const start = async (...command: string[]) => {
    const daemon = await startDaemon(command, { env, cwd: folder });
    ends.push(daemon.end);
    return daemon;
  };
  const ceph = (...args: string[]) => run('python3', join(root, 'usr/bin/ceph'), '--connect-timeout', '20', ...args);
  const close = async () => {
    await Promise.all(ends.map((end) => end()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const keyring = join(folder, 'keyring');
    await run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '--name', 'mon.', '--cap', 'mon', 'allow *');
    const caps = ['mon', 'osd', 'mgr'].flatMap((name) => ['--cap', name, 'allow *']);
    for (const name of ['client.admin', 'client.rgw', 'osd.0'])
      await run('ceph-authtool', keyring, '--gen-key', '--name', name, ...caps);
    const map = join(folder, 'monmap');
    await run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${ports[1]},v1:127.0.0.1:${ports[2]}]`, map);
    await run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
    await start('ceph-mon', '-i', 'a', '-f');
    const osd = randomUUID();
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    await ceph('osd', 'new', osd);
    await start('ceph-osd', '-i', '0', '-f');
    const startGateway = async () => {
      const started = await start('radosgw', '-n', 'client.rgw', '-f');
      while (!(await fetch(endpoint).then(Boolean, () => false))) {
        if (started.hasEnded()) throw new Error('The gateway ended before it answered');
        await sleep(50);
      }
      return started;
    };
    let gateway = await startGateway();
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    const admin = (...args: string[]) => run('radosgw-admin', '-n', 'client.rgw', ...args);
    await admin('user', 'create', '--uid=clearframe', '--display-name=Clearframe', ...keys);
    const quota = (does: string, name: string, ...args: string[]) =>
      admin('quota', does, '--quota-scope=bucket', `--bucket=${name}`, ...args);
    /** All three ratios: one that is below the next one is taken for a mistake, and raised to that. It holds once the store has heard. */
    const setFull = async (isFull: boolean, ...ratios: readonly string[]): Promise<void> => {
      for (const [n, name] of ['full', 'backfillfull', 'nearfull'].entries())
        await ceph('osd', `set-${name}-ratio`, ratios[n] ?? '');
      while (/^osd\.0 .*\bfull\b/m.test((await ceph('osd', 'dump')).stdout) !== isFull) await sleep(100);
    };
    return {
      endpoint,
      accessKeyId,
      secretAccessKey,
      freeze: () => void process.kill(gateway.pid, 'SIGSTOP'),
      thaw: () => void process.kill(gateway.pid, 'SIGCONT'),
      stop: async () => void (await gateway.end()),
      async start() {
        gateway = await startGateway();
      },
      fill: () => setFull(true, fullAt, fullAt, fullAt),
      empty: () => setFull(false, '0.95', '0.9', '0.85'),
      async createBucket(name) {
        const credentials = { accessKeyId, secretAccessKey };
        const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
        await client.send(new CreateBucketCommand({ Bucket: name }));
        client.destroy();
      },
      async limit(name) {
        await quota('set', name, '--max-objects=1');
        await quota('enable', name);
      },
      unlimit: async (name) => void (await quota('disable', name)),
      async countObjects() {
        const { stdout } = await run('rados', '-p', 'default.rgw.buckets.data', 'ls');
        return stdout.split('\n').filter((line) => line !== '').length;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
