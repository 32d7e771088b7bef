import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@clearframe/contract';
import { z } from 'zod';
import { usedServer } from '../../e2e/server.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { freePorts } from '../../packages/server/test/engines/free-ports.ts';
import { type Inside, type Places, socketsInside, startInside } from './in-image.ts';
import { judgeByApi } from './judge-by-api.ts';
import { outcomeOf, type Part, type Print } from './part.ts';

const root = join(import.meta.dirname, '../..');
const bases = ['docker.io/library/node:24-bookworm-slim', 'docker.io/library/debian:bookworm-slim'];
const tag = 'localhost/clearframe:proof';
/** What the image has at most, in MB. */
const mostMb = 450;

const buildah = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8', timeout: 300_000 });
  return { isDone: status === 0, said: stdout.trim(), why: stderr.trim().split('\n').at(-1) ?? '' };
};

/** Why there is no image to look at; null = there is one under {@link tag}, or under CLEARFRAME_IMAGE. */
async function build(print: Print): Promise<string | null> {
  for (const base of bases) {
    const had = buildah('inspect', '--type', 'image', base).isDone ? null : buildah('pull', base);
    if (had && !had.isDone) return `${base} cannot be had: ${had.why}`;
  }
  const npmrc = join(homedir(), '.npmrc');
  const secret = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : [];
  const options = ['--isolation', 'chroot', '--network', 'host', '--layers=false', ...secret];
  const begun = performance.now();
  const child = spawn('buildah', ['build', ...options, '--tag', tag, root], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said = `${said}${bytes}`.slice(-4_000)));
  const [code]: (number | null)[] = await once(child, 'close');
  if (code !== 0) throw new Error(`The image could not be built:\n${said}`);
  print(`built by ${buildah('--version').said} in ${Math.round((performance.now() - begun) / 1_000)} s`);
  return null;
}

const Config = z.looseObject({
  User: z.string().default(''),
  Env: z.array(z.string()).default([]),
  Entrypoint: z.array(z.string()).default([]),
  Cmd: z.array(z.string()).default([]),
});
type Config = z.infer<typeof Config>;
const Inspected = z.looseObject({ OCIv1: z.looseObject({ config: Config }) });

const megabytes = (path: string): number => {
  const { stdout } = spawnSync('du', ['-sx', '--block-size=1000000', path], { encoding: 'utf8' });
  return Number(stdout.split('\t', 1)[0]);
};

const pairs = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));

/** A visitor's picture, judged by the server in the image. @returns whether it passed */
async function judge(url: string): Promise<boolean | null> {
  const body = new FormData();
  body.append('media', new Blob([readFileSync(join(root, 'packages/engine/fixtures/benign/pears.webp'))]), 'pears.webp');
  const answer = await fetch(`${url}/api/try-it`, { method: 'POST', body });
  if (answer.status !== 202) throw new Error(`The picture was answered ${answer.status}: ${await answer.text()}`);
  const { id } = z.object({ data: endpoints.tryPicture.data }).parse(await answer.json()).data;
  for (;;) {
    const read = await fetch(`${url}/api/try-it/${id}`);
    const { media_upload } = z.object({ data: endpoints.readTry.data }).parse(await read.json()).data;
    if (media_upload) return media_upload.moderation?.passed ?? null;
    await sleep(200);
  }
}

type Running = { pid: number; parent: number; args: string };

function processes(): Running[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []);
  return rows.flatMap(([, pid, parent, args]) =>
    pid && parent && args ? [{ pid: Number(pid), parent: Number(parent), args }] : [],
  );
}

/** The first process inside, and the server's own below it. */
function find({ child }: Inside): { first: number; server: number } | null {
  const all = processes();
  const first = all.find(({ parent }) => parent === child.pid);
  const server = all.find(({ parent, args }) => parent === first?.pid && args.startsWith('node '));
  return first && server ? { first: first.pid, server: server.pid } : null;
}

/** A line of /proc/PID/status. */
const statusOf = (pid: number, line: string): string =>
  new RegExp(`^${line}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.replaceAll('\t', ' ') ?? '';

/** What `buildah images` prints, such as `331 MB`, in MB. */
const printedMb = (name: string): number =>
  Number(/^[\d.]+(?= MB$)/.exec(buildah('images', '--format', '{{.Size}}', name).said)?.[0] ?? Number.POSITIVE_INFINITY);

async function runImage(config: Config, places: Places, databaseUrl: string, print: Print): Promise<string[]> {
  const [port = 0, metrics = 0] = await freePorts(2);
  const [uid = ''] = config.User.split(':');
  const url = `http://localhost:${port}`;
  const env = {
    ...pairs(config.Env),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key of this proof alone, of 32 characters',
    // One machine, as far as it knows: no captcha, and mails are files.
    HOST: '127.0.0.1',
    CAPTCHA: 'off',
    PUBLIC_URL: url,
    PORT: String(port),
    METRICS_PORT: String(metrics),
    WORKERS: '1',
    LOG_FORMAT: 'text',
  };
  const broken: string[] = [];
  const written = startInside(places, config.User, env, [
    'sh',
    '-c',
    'touch /app/x 2>&1; touch /usr/x 2>&1; touch /data/x /tmp/x && id -u',
  ]);
  await written.ended;
  const [id, ...refused] = written.output().trim().split('\n').reverse();
  print(`user ${id}; ${refused.length} of 2 folders of the image refuse to be written to`);
  if (id !== uid || refused.length !== 2) broken.push(`the root is not read-only: ${written.output()}`);
  const server = startInside(places, config.User, env, [...config.Entrypoint, ...config.Cmd]);
  try {
    const begun = performance.now();
    const isReady = () =>
      fetch(`http://127.0.0.1:${metrics}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (server.child.exitCode !== null) throw new Error(`The image did not start:\n${server.output()}`);
      await sleep(200);
    }
    const found = find(server);
    if (!found) throw new Error('The server is not where it was started');
    const [users = '', capabilities = '', privileges] = ['Uid', 'CapEff', 'NoNewPrivs'].map((line) =>
      statusOf(found.server, line),
    );
    print(`ready after ${((performance.now() - begun) / 1_000).toFixed(1)} s; users ${users}, capabilities ${capabilities}`);
    if (users !== '10001 10001 10001 10001' || !/^0+$/.test(capabilities) || privileges !== '1') broken.push('it has rights');
    const stranger = ['--reuid', uid, '--regid', uid, '--clear-groups', 'cat'];
    const read = Object.values(found).filter((pid) => spawnSync('setpriv', [...stranger, `/proc/${pid}/environ`]).status === 0);
    print(`another process of that user reads the variables of ${read.length} of the 2 processes that have secrets there`);
    if (read.length > 0) broken.push('secrets can be read by whoever takes over a decoder');
    const passed = await judge(url);
    print(`a picture was judged: passed ${passed}`);
    if (passed !== true) broken.push('the picture did not pass');
    const flagged = await judgeByApi(usedServer({ url, dataDir: places.data, env, output: server.output }), async (email) => {
      const granted = startInside(places, config.User, env, ['npx', 'clearframe', 'grant', email, '1000', '--reason', 'proof']);
      if ((await granted.ended) !== 0) throw new Error(granted.output());
    });
    const wrong = Object.entries(flagged).filter(([, seconds]) => seconds.join() !== '3,4');
    print(`${Object.keys(flagged).length} videos were judged; seconds 3 and 4 alone are flagged in all but ${wrong.length}`);
    if (wrong.length > 0) broken.push(`videos with other flagged seconds: ${JSON.stringify(wrong)}`);
    const doctor = startInside(places, config.User, env, ['npx', 'clearframe', 'doctor']);
    const code = await doctor.ended;
    const lines = doctor
      .output()
      .split('\n')
      .filter((line) => /^\d|^ok|fault|warning/i.test(line));
    print(`npx clearframe doctor ended with ${code}: ${lines.at(-1) ?? ''}`);
    if (code !== 0) broken.push(doctor.output());
  } finally {
    // As a runtime does it: the first process inside is asked.
    const found = find(server);
    if (found) process.kill(found.first, 'SIGTERM');
    else server.child.kill('SIGKILL');
    const code = await server.ended;
    print(`asked to stop it ended with ${code}`);
    if (code !== 0) broken.push(`it did not stop in order: ${server.output().slice(-1_000)}`);
  }
  return broken;
}

/** The image, built by buildah: its size, and a start, a verdict and the doctor in it as its user on a read-only root. */
export const image: Part = {
  name: 'image',
  async prove(print) {
    if (process.getuid?.() !== 0) return { notRun: 'only root mounts a root that nobody writes to' };
    if (!buildah('--version').isDone) return { notRun: 'there is no buildah here' };
    const given = process.env.CLEARFRAME_IMAGE;
    const missing = given ? null : await build(print);
    if (missing !== null) return { notRun: missing };
    const name = given ?? tag;
    const { config } = Inspected.parse(JSON.parse(buildah('inspect', '--type', 'image', name).said)).OCIv1;
    const container = buildah('from', '--pull-never', name).said;
    const folder = mkdtempSync(join(tmpdir(), 'clearframe-image-'));
    chmodSync(folder, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
    try {
      const mounted = buildah('mount', container).said;
      const [whole, own] = [megabytes(mounted), megabytes(join(mounted, 'app'))];
      const printed = printedMb(name);
      print(
        `${printed} MB by buildah (at most ${mostMb}); ${whole} MB on disk: ${own} MB of the server, ${whole - own} MB below it`,
      );
      const url = new URL(postgres.url);
      const sockets = url.searchParams.get('host') ?? '';
      url.searchParams.set('host', socketsInside);
      const data = join(folder, 'data');
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, 10_001, 10_001);
      chmodSync(sockets, 0o711);
      const tooLarge = printed <= mostMb ? [] : [`it has ${printed} MB`];
      return outcomeOf([...tooLarge, ...(await runImage(config, { root: mounted, data, sockets }, url.href, print))], print);
    } finally {
      await postgres.stop();
      buildah('umount', container);
      buildah('rm', container);
      if (!given) buildah('rmi', tag);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
