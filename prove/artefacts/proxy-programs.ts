import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { librariesIn, unpackPackages } from '../../packages/server/test/engines/debian.ts';
import { createCertificate } from '../../packages/server/test/helpers/certificate.ts';

const settingsIn = (name: string): string => readFileSync(join(import.meta.dirname, '../../deploy/proxies', name), 'utf8');
export const site = 'moderation.example.com';

/** Ports of this machine: where the proxy listens, with and without TLS, and those of the two servers behind it. */
export type Ports = { tls: number; plain: number; servers: readonly [number, number] };

type Prepared = { program: string; args: string[]; env?: Record<string, string>; version: string[] };
/** Writes the settings of the repository into a folder, with other ports and a certificate, and says how the proxy is started. */
type Prepare = (root: string, folder: string, ports: Ports) => Prepared;

/** @throws Error where the settings no longer say what is replaced */
function replaced(text: string, changes: readonly [string, string][]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The settings no longer hold ${from}`);
    return now.replaceAll(from, to);
  }, text);
}
const serversOf = ({ servers: [first, second] }: Ports): [string, string][] => [
  ['127.0.0.1:3001', `127.0.0.1:${first}`],
  ['127.0.0.1:3002', `127.0.0.1:${second}`],
];

const nginx: Prepare = (root, folder, ports) => {
  const { key, cert } = createCertificate();
  writeFileSync(join(folder, 'site.key'), key);
  writeFileSync(join(folder, 'site.pem'), cert);
  const text = replaced(settingsIn('nginx.conf'), [
    ...serversOf(ports),
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`],
    [`/etc/ssl/${site}`, join(folder, 'site')],
  ]);
  writeFileSync(join(folder, 'site.conf'), text);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const whole = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    'error_log stderr warn;',
    'events {}',
    `http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), `${whole.join('\n')}\n`);
  const program = join(root, 'usr/sbin/nginx');
  return { program, args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], version: ['-v'] };
};

const haproxy: Prepare = (root, folder, ports) => {
  const { key, cert } = createCertificate();
  writeFileSync(join(folder, 'site.pem'), `${cert}${key}`);
  const text = replaced(settingsIn('haproxy.cfg'), [
    ...serversOf(ports),
    ['bind :80\n', `bind 127.0.0.1:${ports.plain}\n`],
    ['bind :443 ssl', `bind 127.0.0.1:${ports.tls} ssl`],
    [`/etc/haproxy/${site}.pem`, join(folder, 'site.pem')],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  return {
    program: join(root, 'usr/sbin/haproxy'),
    args: ['-db', '-f', join(folder, 'haproxy.cfg')],
    env: { LD_LIBRARY_PATH: librariesIn(root) },
    version: ['-v'],
  };
};

const caddy: Prepare = (root, folder, { tls, plain, servers }) => {
  // Its own authority signs: nobody on the internet could see that the domain is ours.
  const own = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects', 'default_bind 127.0.0.1'];
  const ports = [`http_port ${plain}`, `https_port ${tls}`];
  writeFileSync(join(folder, 'Caddyfile'), `{\n${[...own, ...ports].join('\n')}\n}\n${settingsIn('Caddyfile')}`);
  return {
    program: join(root, 'usr/bin/caddy'),
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    env: {
      SITE: `https://${site}:${tls}`,
      UPSTREAMS: servers.map((port) => `127.0.0.1:${port}`).join(' '),
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    version: ['version'],
  };
};

const programs = { caddy, haproxy, nginx } as const;
export const proxyNames = ['caddy', 'nginx', 'haproxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

export type Proxy = { version: string; close(): Promise<void> };

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

/** Starts Debian's proxy with the settings of the repository. @returns why there is none, where its package cannot be had */
export async function startProxy(name: ProxyName, ports: Ports): Promise<Proxy | { notRun: string }> {
  const unpacked = unpackPackages(name);
  if ('notRun' in unpacked) return unpacked;
  const folder = mkdtempSync(join(tmpdir(), `clearframe-${name}-`));
  const { program, args, env, version } = programs[name](unpacked.root, folder, ports);
  const start = (words: string[]) => {
    const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const heard = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (heard.text += bytes));
    return { child, heard, ended: once(child, 'close') };
  };
  const asked = start(version);
  await asked.ended;
  const [said = '?'] = /\d+\.\d+[\w.+~-]*/.exec(asked.heard.text) ?? [];
  const { child, heard, ended } = start(args);
  while (!(await answers(ports.tls))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${heard.text}`);
    await sleep(50);
  }
  return {
    version: `${name} ${said}`,
    async close() {
      child.kill('SIGTERM');
      // An open event stream would keep it for long.
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(force);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
