import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, type HubOptions, listen, sha, startHub } from '../../test/fake-hub.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { main } from '../main.ts';
import { parseCommand } from '../parse-command.ts';
import { curatedModels } from './curated-list.ts';

async function run(
  args: string[],
  { ask, environment = {} }: { ask?: () => Promise<string>; environment?: Record<string, string> } = {},
) {
  let out = '';
  let err = '';
  const stream = (keep: (text: string) => void) => ({
    isTTY: false,
    write(text: string) {
      keep(text);
      return true;
    },
  });
  const code = await main(['models', ...args], {
    out: stream((text) => {
      out += text;
    }),
    err: stream((text) => {
      err += text;
    }),
    cacheFolder: '/nowhere',
    environment,
    now: () => new Date('2026-11-24T03:00:00Z'),
    ...(ask ? { ask } : {}),
  });
  return { code, out, err };
}

async function started(options: HubOptions = {}) {
  const folder = join(temporaryFolder(), 'model');
  const part = join(folder, `onnx/model.onnx.${commit.slice(0, 12)}.part`);
  const server = await startHub({ received: () => statSync(part, { throwIfNoEntry: false })?.size ?? 0, ...options });
  const add = (more: string[] = ['--accept-licence', 'apache-2.0'], given = {}) =>
    run(['add', 'owner/model', '--to', folder, '--hub', server.hub, ...more], given);
  const lock = () => JSON.parse(readFileSync(join(folder, 'clearframe.lock.json'), 'utf8'));
  return { ...server, folder, add, lock };
}
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name !== 'onnx')
        .sort()
    : [];
const whole = ['LICENSE', 'README.md', 'clearframe.lock.json', 'config.json', 'onnx/model.onnx', 'preprocessor_config.json'];

describe('clearframe models add', () => {
  it('fetches what Clearframe reads and nothing else, pins it, and says what to set', async () => {
    const { add, folder, lock, asked, state } = await started();
    const { code, out, err } = await add();
    expect([code, err]).toEqual([0, '']);
    expect(filesIn(folder)).toEqual(whole);
    expect(out).toContain('owner/model: licence apache-2.0');
    expect(out).toContain(`ANALYSERS=transformers\n  TRANSFORMERS_FOLDERS=${folder}`);
    const { files, ...head } = lock();
    expect(head).toEqual({
      repo: 'owner/model',
      revision: commit,
      licence: 'apache-2.0',
      accepted_at: '2026-11-24T03:00:00.000Z',
    });
    expect(files).toContainEqual({ path: 'onnx/model.onnx', bytes: 100_000, sha256: sha(state.files['onnx/model.onnx'] ?? '') });
    expect(asked.some(({ url }) => /safetensors|\.bin|\.py|fp16/.test(url))).toBe(false);
    expect(await run(['verify', folder])).toMatchObject({ code: 0 });
  });

  it('asks for the licence by name, and fetches nothing before it is typed', async () => {
    const { add, folder, asked } = await started();
    expect(await add([])).toMatchObject({ code: 4, err: expect.stringContaining('--accept-licence apache-2.0') });
    expect(await add([], { ask: async () => 'yes' })).toMatchObject({ code: 4 });
    expect(await add(['--accept-licence', 'mit'])).toMatchObject({ code: 4 });
    expect(asked.filter(({ url }) => url.includes('/resolve/'))).toEqual([]);
    expect(filesIn(folder)).toEqual([]);
    expect(await add([], { ask: async () => ' Apache-2.0 ' })).toMatchObject({ code: 0 });
  });

  it('names a model without a licence so, and asks again when the licence changed', async () => {
    const { add, state, lock } = await started({ licence: null });
    expect(await add(['--accept-licence', 'none'])).toMatchObject({ code: 0, out: expect.stringContaining('none stated') });
    expect(lock().licence).toBeNull();
    expect(await add([])).toMatchObject({ code: 0 });
    state.licence = 'cc-by-nc-4.0';
    expect(await add([])).toMatchObject({ code: 4 });
  });

  it('goes on where a connection broke, within a run and after it', async () => {
    const { add, folder, asked } = await started({ cutAfter: [30_000, 30_000] });
    expect(await add()).toMatchObject({ code: 0 });
    const ranges = asked.filter(({ host, method }) => host === 'cdn' && method === 'GET').map(({ headers }) => headers.range);
    expect(ranges).toEqual([undefined, 'bytes=30000-', 'bytes=60000-']);
    expect(await run(['verify', folder])).toMatchObject({ code: 0 });
    const other = await started({ cutAfter: [40_000, 0] });
    const cut = await other.add();
    expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('onnx/model.onnx broke off') });
    expect(filesIn(other.folder).filter((name) => !/\.part(\.etag)?$/.test(name))).toEqual([]);
    expect(await other.add()).toMatchObject({ code: 0 });
    expect(other.asked.at(-1)?.headers.range).toBe('bytes=40000-');
    expect(filesIn(other.folder)).toEqual(whole);
  });

  it('never joins bytes of two versions', async () => {
    const { add, folder, state } = await started({ cutAfter: [40_000, 0] });
    await add();
    state.files['onnx/model.onnx'] = Buffer.alloc(100_000, 9);
    expect(await add()).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'onnx/model.onnx')).every((byte) => byte === 9)).toBe(true);
  });

  it.each([
    ['a sum that the file does not have', { announced: { 'onnx/model.onnx': 'b'.repeat(64) } }],
    [
      'a size that the file does not have',
      {
        before: (request, response) => {
          if (request.method !== 'HEAD' || !request.url?.endsWith('.onnx')) return false;
          response.writeHead(200, { 'x-linked-size': '99999' }).end();
          return true;
        },
      },
    ],
  ] satisfies [string, HubOptions][])('ends with 3 for %s, and puts nothing in its place', async (_, options) => {
    const { add, folder } = await started(options);
    expect(await add()).toMatchObject({ code: 3 });
    expect(filesIn(folder).filter((name) => name.includes('onnx/') || !name.includes('.part'))).toEqual([]);
  });

  it('replaces no pinned file by another, wherever the change is', async () => {
    const { add, folder, state, lock } = await started();
    await add();
    const before = lock();
    state.files['config.json'] = '{"id2label":{"0":"nsfw","1":"normal"}}';
    writeFileSync(join(folder, 'config.json'), 'lost');
    expect(await add()).toMatchObject({ code: 3, err: expect.stringContaining('config.json is another file') });
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('lost');
    state.files['onnx/model.onnx'] = Buffer.alloc(100_000, 8);
    expect(await add()).toMatchObject({ code: 3 });
    expect(lock()).toEqual(before);
    expect(await run(['verify', folder])).toMatchObject({ code: 3, err: 'config.json is another file.\n' });
  });

  it('replaces no file of a person', async () => {
    const { add, folder } = await started();
    mkdirSync(folder);
    writeFileSync(join(folder, 'config.json'), 'mine');
    expect(await add()).toMatchObject({ code: 3 });
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('mine');
  });

  it('fetches again what is lost, and only that', async () => {
    const { add, folder, asked } = await started();
    await add();
    writeFileSync(join(folder, 'onnx/model.onnx'), 'damaged');
    asked.length = 0;
    expect(await add([])).toMatchObject({ code: 0 });
    expect(asked.filter(({ method, url }) => method === 'GET' && url.includes('resolve')).map(({ url }) => url)).toEqual([
      `/owner/model/resolve/${commit}/onnx/model.onnx`,
    ]);
  });

  it('keeps a folder to one model and one revision', async () => {
    const { add, folder, hub, lock } = await started();
    await add();
    const other = await run(['add', 'owner/other', '--to', folder, '--hub', hub, '--accept-licence', 'x']);
    expect(other).toMatchObject({ code: 3, err: expect.stringContaining('holds owner/model') });
    const path = join(folder, 'clearframe.lock.json');
    writeFileSync(path, JSON.stringify({ ...lock(), revision: 'c'.repeat(40) }));
    expect(await add()).toMatchObject({ code: 3, err: expect.stringContaining('is pinned to ccc') });
  });

  it('sends the token to the hub and never to where it leads', async () => {
    const { add, asked } = await started();
    expect(await add(undefined, { environment: { HF_TOKEN: 'hf_secret' } })).toMatchObject({ code: 0 });
    expect(asked.filter(({ host }) => host === 'hub').every(({ headers }) => headers.authorization === 'Bearer hf_secret')).toBe(
      true,
    );
    const elsewhere = asked.filter(({ host }) => host === 'cdn');
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  const answers = (status: number, headers: Record<string, string> = {}): HubOptions => ({
    before: (_, response) => {
      response.writeHead(status, headers).end();
      return true;
    },
  });
  it.each<[string, HubOptions, number, string]>([
    ['a gated model', answers(401), 5, 'HF_TOKEN'],
    ['a token that is refused', answers(403), 5, 'gated'],
    ['an unknown model', answers(404), 1, 'no such model'],
    ['a hub that fails', answers(503), 1, 'answered 503'],
    ['a hub that says something else', answers(200), 1, 'another format'],
    ['a redirect without encryption', answers(302, { location: 'http://hub.example/' }), 1, 'need https'],
    ['a redirect to a file', answers(302, { location: 'file:///etc/passwd' }), 1, 'need https'],
    ['a redirect to itself', answers(302, { location: '/again' }), 1, 'in circles'],
    ['a model without ONNX', { files: { 'config.json': '{}', 'model.safetensors': 'x' } }, 1, 'no ONNX file'],
  ])('ends with a sentence for %s', async (_, options, code, words) => {
    const { add, folder } = await started(options);
    const ended = await add();
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(words);
    expect(filesIn(folder)).toEqual([]);
  });

  it('writes nothing outside its folder, whatever names the hub gives', async () => {
    const names = [
      '../outside.json',
      '/etc/outside.json',
      'a/../../outside.json',
      '.git/config.json',
      'onnx\\outside.json',
      'clearframe.json',
    ];
    const files = { 'onnx/model.onnx': 'x', ...Object.fromEntries(names.map((name) => [name, '{}'])) };
    const { add, folder } = await started({ files });
    expect(await add()).toMatchObject({ code: 0 });
    expect(filesIn(folder)).toEqual(['clearframe.lock.json', 'onnx/model.onnx']);
    expect(filesIn(join(folder, '..')).filter((name) => !name.startsWith('model'))).toEqual([]);
  });

  it('says what a disk refuses', async () => {
    const { add, folder } = await started();
    writeFileSync(folder, 'a file where the folder should be');
    expect(await add()).toMatchObject({ code: 1, err: expect.stringMatching(/ENOTDIR|EEXIST/) });
  });

  it('says that no hub listens', async () => {
    const closed = await listen(() => undefined);
    const { code, err } = await run(['add', 'owner/model', '--to', temporaryFolder(), '--hub', closed.replace(/\d+$/, '1')]);
    expect([code, err]).toEqual([1, expect.stringContaining('did not answer')]);
  });
});

describe('clearframe models', () => {
  it('verify names what is missing, and needs a lock', async () => {
    const { add, folder } = await started();
    expect(await run(['verify', folder])).toMatchObject({ code: 2 });
    await add();
    const { files, ...lock } = JSON.parse(readFileSync(join(folder, 'clearframe.lock.json'), 'utf8'));
    const lost = { path: 'lost.json', bytes: 1, sha256: 'd'.repeat(64) };
    writeFileSync(join(folder, 'clearframe.lock.json'), JSON.stringify({ ...lock, files: [...files, lost] }));
    expect(await run(['verify', folder])).toMatchObject({ code: 3, err: 'lost.json is missing.\n' });
  });

  it('list claims no check that nobody made', async () => {
    const { out } = await run(['list']);
    for (const { id, checked_at } of curatedModels) {
      expect(out).toContain(id);
      if (checked_at === null) expect(out).toContain('not checked on the hub yet');
    }
    expect(JSON.parse((await run(['list', '--json'])).out).models).toHaveLength(curatedModels.length);
  });

  it.each([
    [['models']],
    [['models', 'fetch']],
    [['models', 'add', 'owner/model']],
    [['models', 'add', 'model', '--to', 'x']],
    [['models', 'add', '../../etc/passwd', '--to', 'x']],
    [['models', 'add', 'a/..', '--to', 'x']],
    [['models', 'verify']],
    [['models', 'list', '--to', 'x']],
    [['models', 'verify', 'x', '--json']],
    [['models', 'add', 'a/b', '--to', 'x', '--revision', 'a b']],
  ])('takes %j for no command', (words) => {
    expect(parseCommand(words).name).toBe('usage_error');
  });

  it.each(['http://hub.example', 'ftp://hub.example', 'https://me:secret@hub.example', 'hub'])(
    'refuses %s as a hub',
    async (hub) => {
      const { code, err } = await run(['add', 'owner/model', '--to', temporaryFolder(), '--hub', hub]);
      expect(code).toBe(2);
      expect(err).not.toContain('secret');
    },
  );
});
