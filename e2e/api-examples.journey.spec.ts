import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';
import { failItems, statementOf } from './statements.ts';

const recordedFile = new URL('../docs/api-examples.json', import.meta.url);
/** In the order in which one needs another. */
const story = [
  ['apiUpload', 'apiListMedia', 'apiGetMedia', 'apiPassMedia', 'apiFailMedia'],
  ['apiCreateBatch', 'apiGetBatch', 'apiUsage', 'apiListLabels'],
  ['apiListAuthors', 'apiGetAuthor', 'apiSetAuthorAction', 'apiExportAuthor', 'apiGetExport'],
  ['apiCreateNotice', 'apiListNotices', 'apiGetNotice', 'apiLinkNotice', 'apiDecideNotice'],
  ['apiListStatements', 'apiGetStatement', 'apiAppeal', 'apiMediaFrames'],
  ['apiEraseAuthor', 'apiGetAuthorErasure', 'apiDeleteMedia'],
].flat();
const reasons: Record<number, string> = { 200: 'OK', 202: 'Accepted' };

const Made = z.object({ id: z.string() });
const Exported = z.object({ data: z.object({ export: z.object({ state: z.string() }) }) });
/** What a call makes that another asks for. */
const makes: Record<string, { variable: string; field: string }> = {
  apiCreateBatch: { variable: 'BATCH_ID', field: 'batch' },
  apiCreateNotice: { variable: 'NOTICE_ID', field: 'notice' },
  apiExportAuthor: { variable: 'EXPORT_ID', field: 'export' },
  apiEraseAuthor: { variable: 'ERASURE_ID', field: 'erasure' },
};

const Body = z.object({ status: z.string(), data: z.looseObject({}).nullable() });
const Recorded = z.record(z.string(), z.object({ status: z.int(), reason: z.string(), body: z.unknown() }));
type Recorded = z.infer<typeof Recorded>;

/** "data.media_upload.id: string" for every value in it; of a list, what its first item has. What is null now may hold something then. */
function shapeOf(value: unknown, path = ''): string[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : shapeOf(value[0], `${path}[]`);
  if (typeof value !== 'object') return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, path === '' ? key : `${path}.${key}`));
}

/** Paths that hold nothing in one of the two: there the other may hold anything. */
function emptyIn(value: unknown, path = ''): string[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [path];
  if (Array.isArray(value)) return emptyIn(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyIn(inner, path === '' ? key : `${path}.${key}`));
}

/** What the first answer has and the second has not. */
function onlyIn(one: unknown, other: unknown): string[] {
  const open = [...emptyIn(one), ...emptyIn(other)];
  const theirs = shapeOf(other);
  return shapeOf(one).filter((line) => !theirs.includes(line) && !open.some((path) => line.startsWith(path)));
}

const textOf = async (page: Page, label: string): Promise<string> =>
  (await page.locator(`figure[aria-label="${label}"] pre`).first().textContent()) ?? '';

/** A folder as a reader has it, with the picture and the SDK. */
function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-calls-'));
  copyFileSync(fixture('benign/pears.webp'), join(folder, 'pears.webp'));
  mkdirSync(join(folder, 'node_modules/@clearframe'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../packages/sdk'), join(folder, 'node_modules/@clearframe/sdk'));
  return folder;
}

/** Runs each example of one language as one program, as the page gives it. */
const interpreters = {
  mts: { command: [process.execPath, '--experimental-strip-types', '--no-warnings'], needs: [process.execPath, '--version'] },
  py: { command: ['python3'], needs: ['python3', '-c', 'import requests'] },
  php: { command: ['php'], needs: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'] },
} as const;

const Token = z.object({ data: z.object({ access_token: z.object({ token: z.string() }) }) });
const Item = z.object({ media_upload: z.object({ id: z.string(), processing: z.boolean() }) });

/**
 * An account that can run all examples, and the page that has them.
 * @param statements how many items fail: each program appeals once, and a statement takes one appeal
 */
async function readyToRun(page: Page, server: UsedServer, pictureUrl: string, statements: number) {
  server.grant(await joinTrial(page, server), 30);
  const created = await page.request.post('/api/access-tokens', { data: { name: 'reference' } });
  const TOKEN = Token.parse(await created.json()).data.access_token.token;
  const form = { media: { name: 'clip.mp4', mimeType: 'video/mp4', buffer: readFileSync(fixture('videos/harmless.mp4')) } };
  const headers = { authorization: `Bearer ${TOKEN}` };
  const video = await page.request.post('/api/v1/upload', { headers, multipart: form });
  const VIDEO_ID = Item.parse(Body.parse(await video.json()).data).media_upload.id;
  const failed = await failItems(page, statements);
  const read = async () => (await page.request.get(`/api/v1/media/${VIDEO_ID}`, { headers })).json();
  await expect.poll(async () => Item.parse(Body.parse(await read()).data).media_upload.processing).toBe(false);
  await page.goto('/docs/api');
  const env: Record<string, string> = { TOKEN, PICTURE_URL: pictureUrl, CLEARFRAME_URL: server.url, VIDEO_ID };
  return { env, failed, headers };
}

test('API-01 PUB-06 every example of the API reference works when it is pasted, and is answered as the page shows', async ({
  page,
  server,
  pictures,
}) => {
  const folder = workFolder();
  const { env, failed, headers } = await readyToRun(page, server, pictures.picture, 1);
  const received: Recorded = {};
  for (const name of story) {
    if (name === 'apiEraseAuthor') {
      // The export goes with its author.
      const file = async () => (await page.request.get(`/api/v1/exports/${env.EXPORT_ID}`, { headers })).json();
      await expect.poll(async () => Exported.parse(await file()).data.export.state).toBe('done');
    }
    if (name === 'apiListStatements') env.STATEMENT_ID = (await statementOf(page, failed[0] ?? '')).id;
    const command = (await textOf(page, `${name}.sh`)).replace('curl ', 'curl -sS -w "\\n%{http_code}" ');
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder, env: { ...process.env, ...env } });
    const [, text = '', code = ''] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
    const body = Body.parse(JSON.parse(text.replaceAll(server.url, 'https://clearframe.invalid')));
    expect(body.status, `${name}: ${stdout}`).toBe('success');
    received[name] = { status: Number(code), reason: reasons[Number(code)] ?? '', body };
    if (name === 'apiUpload') env.ID = Item.parse(body.data).media_upload.id;
    const made = makes[name];
    if (made) env[made.variable] = Made.parse(body.data?.[made.field]).id;
  }
  if (process.env.RECORD_API_EXAMPLES === '1') {
    const order = Object.fromEntries(Object.entries(received).sort(([one], [other]) => one.localeCompare(other)));
    writeFileSync(recordedFile, `${JSON.stringify(order, null, 2).replaceAll(pictures.address, 'shop.example')}\n`);
  }
  const recorded = Recorded.parse(JSON.parse(readFileSync(recordedFile, 'utf8')));
  const renew = 'node scripts/make-api-examples.mjs records them again';
  expect(Object.keys(recorded).sort(), renew).toEqual([...story].sort());
  for (const [name, { status, body }] of Object.entries(recorded)) {
    expect(received[name]?.status, name).toBe(status);
    expect(onlyIn(body, received[name]?.body), `${name} shows what the server does not answer: ${renew}`).toEqual([]);
    const more = onlyIn(received[name]?.body, body);
    if (more.length > 0) console.log(`${name} is answered with more than the page shows: ${more.join(', ')}. ${renew}`);
  }
  rmSync(folder, { recursive: true });
});

test('API-01 PUB-06 the examples of each language are one program that works', async ({ page, server, pictures }) => {
  const folder = workFolder();
  const { env, failed } = await readyToRun(page, server, pictures.picture, Object.keys(interpreters).length);
  for (const [ending, { command, needs }] of Object.entries(interpreters)) {
    const [program = '', ...args] = needs;
    if (spawnSync(program, args).status !== 0) {
      console.log(`Examples that end in .${ending} were not run: ${needs.join(' ')} does not work on this machine`);
      continue;
    }
    env.STATEMENT_ID = (await statementOf(page, failed.pop() ?? '')).id;
    const parts = [await textOf(page, `setup.${ending}`)];
    for (const name of story) parts.push(await textOf(page, `${name}.${ending}`));
    writeFileSync(join(folder, `calls.${ending}`), `${ending === 'php' ? '<?php\n' : ''}${parts.join('\n')}\n`);
    const [interpreter = '', ...flags] = command;
    const ran = promisify(execFile)(interpreter, [...flags, `calls.${ending}`], { cwd: folder, env: { ...process.env, ...env } });
    await expect(ran, `calls.${ending}`).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  }
  rmSync(folder, { recursive: true });
});

test('PUB-06 the language of examples is chosen once for the page, and kept', async ({ page }) => {
  await page.goto('/docs/api');
  const shown = (language: string) => page.locator(`[data-shown-for="${language}"]:visible`);
  const blocks = await shown('curl').count();
  expect(blocks).toBeGreaterThan(8);
  const choice = page.locator('#apiUsage').getByRole('button', { name: 'Python' });
  await choice.scrollIntoViewIfNeeded();
  const before = await choice.boundingBox();
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  expect(Math.abs(((await choice.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await expect(shown('Python')).toHaveCount(blocks);
  await expect(shown('curl')).toHaveCount(0);
  await page.reload();
  await expect(shown('Python')).toHaveCount(blocks);
  await expect(page.locator('#apiUpload').getByRole('button', { name: 'Python' })).toHaveAttribute('aria-pressed', 'true');
});

test('PUB-06 the code of a call stays in sight beside it from 1280 pixels on, and nothing scrolls sideways', async ({ page }) => {
  await page.goto('/docs/api');
  for (const width of [320, 390, 820, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${width} pixels`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const call = page.locator('#apiUpload');
  // Far below the head of the call, its code is still beside what is read.
  await call.getByRole('heading', { name: 'Response' }).evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await expect(call.getByRole('heading', { level: 2 })).not.toBeInViewport();
  await expect(call.getByRole('button', { name: 'curl' })).toBeInViewport();
});
