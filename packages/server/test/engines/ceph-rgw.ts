import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { librariesIn, unpackPackages } from './debian.ts';

/** A real S3 server: Ceph's gateway before one monitor and one store in memory. It checks signatures, parts, ranges and versions. */
export type ObjectGateway = {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Lets the gateway hang: connections stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
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

/** It ends with its standard input, which closes however this process ends. Its number comes first. */
const untilWeEnd = 'exec 3<&0; "$@" & daemon=$!; echo $daemon; { read -r _ <&3; kill -KILL $daemon; } & wait $daemon';

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

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
  const start = async (program: string, ...args: string[]) => {
    const child = spawn('sh', ['-c', untilWeEnd, 'sh', program, ...args], {
      env,
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    const [pid] = await once(child.stdout, 'data');
    child.stdout.resume();
    ends.push(async () => {
      child.stdin.end();
      await ended;
    });
    return { pid: Number(String(pid).trim()), hasEnded: () => child.exitCode !== null };
  };
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
    await run('python3', join(root, 'usr/bin/ceph'), '--connect-timeout', '20', 'osd', 'new', osd);
    await start('ceph-osd', '-i', '0', '-f');
    const gateway = await start('radosgw', '-n', 'client.rgw', '-f');
    while (!(await fetch(endpoint).then(Boolean, () => false))) {
      if (gateway.hasEnded()) throw new Error('The gateway ended before it answered');
      await sleep(50);
    }
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    await run('radosgw-admin', '-n', 'client.rgw', 'user', 'create', '--uid=clearframe', '--display-name=Clearframe', ...keys);
    return {
      endpoint,
      accessKeyId,
      secretAccessKey,
      freeze: () => void process.kill(gateway.pid, 'SIGSTOP'),
      thaw: () => void process.kill(gateway.pid, 'SIGCONT'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
