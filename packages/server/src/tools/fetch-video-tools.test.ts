import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFetchVideoTools, type VideoToolsFetching } from './fetch-video-tools.ts';
import { libraryPackage } from './video-library.ts';
import { waitForTools } from './wait-for-tools.ts';

const content = Buffer.from('the library '.repeat(9_000));

/** A tarball as npm makes them. */
function tarball(files: Record<string, Buffer>): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1_024)]));
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const good = tarball({
  'package/package.json': Buffer.from('{}'),
  'package/node-av.node': content,
  'package/README.md': Buffer.from('x'),
});
const wanted = { name: '@seydx/node-av-test', version: '6.1.1', integrity: integrityOf(good) };

type Answer = { status?: number; bytes?: Buffer; half?: boolean; held?: Promise<void> };

let folder: string;
let server: Server;
let answer: Answer;
let asked: string[];
let now: Date;
const told: object[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fetched-'));
  [answer, asked, now] = [{}, [], new Date()];
  told.length = 0;
  server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    await answer.held;
    const bytes = answer.bytes ?? good;
    response.writeHead(answer.status ?? 200, { 'content-length': bytes.length });
    if (!answer.half) return response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function registryAddress(): string {
  const address: AddressInfo | string | null = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

const fetcher = (parts: Partial<VideoToolsFetching> = {}) =>
  createFetchVideoTools({
    folder,
    wanted,
    log: { info: (facts: object) => told.push(facts) },
    now: () => now,
    registry: async () => registryAddress(),
    readVersion: async () => '8.1',
    ...parts,
  });

const home = () => join(folder, 'node-av-test-6.1.1');

describe('the library from the registry', () => {
  it('OPS-01 is checked, unpacked, named in the log with its licence, and fetched once', async () => {
    expect(await fetcher()()).toEqual({ library: join(home(), 'node-av.node'), version: '8.1' });
    expect(readFileSync(join(home(), 'node-av.node'))).toEqual(content);
    expect(readdirSync(folder)).toEqual(['node-av-test-6.1.1']);
    expect(readdirSync(home())).toEqual(['node-av.node']);
    expect(told[0]).toMatchObject({ package: wanted.name, package_version: '6.1.1', licence: expect.stringContaining('GPLv3') });
    await fetcher()();
    expect(asked).toEqual(['/@seydx/node-av-test/-/node-av-test-6.1.1.tgz']);
  });

  it('is fetched once when several processes want it, and the others wait', async () => {
    let let_go = () => {};
    answer = { held: new Promise((resolve) => (let_go = resolve)) };
    const all = [fetcher()(), fetcher()(), fetcher()()];
    await expect.poll(() => asked.length).toBe(1);
    let_go();
    const found = await Promise.all(all);
    expect(new Set(found.map((tools) => JSON.stringify(tools))).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('is fetched after a process that was killed while it fetched', async () => {
    mkdirSync(`${home()}.new`);
    writeFileSync(join(`${home()}.new`, 'package.tgz'), 'half');
    writeFileSync(`${home()}.lock`, '1');
    utimesSync(`${home()}.lock`, new Date(now.getTime() - 31_000), new Date(now.getTime() - 31_000));
    await fetcher()();
    expect(readdirSync(folder)).toEqual(['node-av-test-6.1.1']);
  });
});

describe('a registry that does not give what was pinned', () => {
  const other = tarball({ 'package/node-av.node': Buffer.from('something else') });
  it.each<[string, Answer, string | RegExp, Partial<VideoToolsFetching>]>([
    ['another file', { bytes: other }, /is not the one that was looked through: sha512-/, {}],
    ['half a file', { half: true }, /terminated|aborted|closed|hang up/, {}],
    ['nothing', { status: 404 }, 'the registry answers with 404', {}],
    ['a larger file', {}, 'the package is larger than 100 bytes', { maxBytes: 100 }],
    ['no answer', {}, /fetch failed/, { registry: async () => 'http://127.0.0.1:1/' }],
    [
      'a package without the file',
      { bytes: tarball({ 'package/a': content }) },
      /holds no/,
      { wanted: { ...wanted, integrity: integrityOf(tarball({ 'package/a': content })) } },
    ],
  ])('API-05 leaves nothing behind: %s', async (_, given, message, parts) => {
    answer = given;
    await expect(fetcher(parts)()).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not asked again by every video, but after ten minutes', async () => {
    answer = { status: 500 };
    const fetchOne = fetcher();
    for (let video = 0; video < 3; video += 1) await expect(fetchOne()).rejects.toThrow('500');
    expect(asked).toHaveLength(1);
    answer = {};
    now = new Date(now.getTime() + 600_000);
    expect(await fetchOne()).toMatchObject({ version: '8.1' });
  });

  it('refuses a library that does not fit this machine, without fetching it again', async () => {
    const readVersion = () => Promise.reject(new Error('cannot be loaded'));
    await expect(fetcher({ readVersion })()).rejects.toThrow('cannot be loaded');
    await expect(fetcher({ readVersion })()).rejects.toThrow('cannot be loaded');
    expect(asked).toHaveLength(1);
    expect(existsSync(join(home(), 'node-av.node'))).toBe(true);
  });
});

it('says so where there is no package for the system', async () => {
  expect(libraryPackage('linux', 'x64')).toMatchObject({ name: '@seydx/node-av-linux-x64', version: '6.1.1' });
  expect(libraryPackage('freebsd', 'x64')).toBeNull();
  await expect(fetcher({ wanted: null })()).rejects.toThrow('there is none for');
});

describe('a request that needs it', () => {
  it('API-05 is told to try again while it is fetched', async () => {
    await expect(waitForTools(new Promise(() => {}), 1)).rejects.toMatchObject({
      code: 'video_preparing',
      status: 503,
      retryAfterMs: 30_000,
    });
  });

  it('gets it, or why there is none', async () => {
    expect(await waitForTools(Promise.resolve('tools'))).toBe('tools');
    await expect(waitForTools(Promise.reject(new Error('none')))).rejects.toThrow('none');
  });
});
