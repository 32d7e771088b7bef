import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** What a reader would copy. */
const exampleOf = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('figure', { name: label, exact: true }).locator('pre').textContent()) ?? '';

/** "data.usage.frames_charged" for every value in it. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path === '' ? key : `${path}.${key}`));
}

const textAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);

test('PUB-06 every example of the documentation works when it is pasted', async ({ page, server, pictures }) => {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-docs-'));
  copyFileSync(fixture('benign/pears.webp'), join(folder, 'pears.webp'));
  copyFileSync(fixture('videos/harmless.mp4'), join(folder, 'clip.mp4'));
  await joinTrial(page, server);
  const created = await page.request.post('/api/access-tokens', { data: { name: 'docs' } });
  const hooked = await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.hook } });
  const secret = String(textAt(await hooked.json(), 'data.webhook.signingSecret'));
  const token = String(textAt(await created.json(), 'data.access_token.token'));
  const session = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? '';
  const bearer = { authorization: `Bearer ${token}` };
  const env: Record<string, string> = {
    TOKEN: token,
    SESSION: session,
    PICTURE_URL: pictures.picture,
    CLEARFRAME_URL: server.url,
  };

  await page.goto('/docs');
  const scripts = new Set<string>();
  const run = async (label: string): Promise<unknown> => {
    scripts.add(label);
    const command = await exampleOf(page, label);
    // Not synchronously: the host of the picture, and of the hook, answers in this process.
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command.replace('curl ', 'curl -sS ')], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    const answer: unknown = JSON.parse(stdout || JSON.stringify({ stderr }));
    expect(textAt(answer, 'status'), `${label}: ${stdout}${stderr}`).toBe('success');
    return answer;
  };

  expect(textAt(await run('keywords.sh'), 'data.keyword_settings.forbiddenKeywords')).toEqual(['casino']);
  await run('usage.sh');
  expect(textAt(await run('first.sh'), 'data.moderation.passed')).toBe(true);
  const uploaded = await run('upload.sh');
  expect(textAt(uploaded, 'data.media_upload.tags')).toEqual(['fruit', 'kitchen']);
  expect(textAt(uploaded, 'data.media_upload.metadata')).toEqual({ order: 42 });
  const known = new Set(pathsOf(uploaded));
  const shown = pathsOf(JSON.parse(await exampleOf(page, 'Answer (extract)')));
  expect(shown.filter((path) => !known.has(path))).toEqual([]);
  await run('upload-address.sh');
  const later = await run('upload-later.sh');
  expect(textAt(later, 'data.moderation')).toBeNull();
  env.ID = String(textAt(later, 'data.media_upload.id'));
  await run('item.sh');
  const first = await run('upload-retry.sh');
  const repeat = await run('upload-retry.sh');
  expect(textAt(repeat, 'data.media_upload.id')).toBe(textAt(first, 'data.media_upload.id'));
  const video = await run('video.sh');
  expect(textAt(video, 'data.moderation')).toBeNull();
  expect(textAt(video, 'data.status')).toBe('processing');
  env.VIDEO_ID = String(textAt(video, 'data.media_upload.id'));
  const itemOfVideo = async () => (await fetch(`${server.url}/api/v1/media/${env.VIDEO_ID}`, { headers: bearer })).json();
  await expect.poll(async () => textAt(await itemOfVideo(), 'data.media_upload.processing')).toBe(false);
  const frames = await run('frames.sh');
  expect(textAt(frames, 'data.seconds.length')).toBe(5);
  const namedOfFrames = pathsOf(JSON.parse(await exampleOf(page, 'Seconds of a video (extract)')));
  expect(namedOfFrames.filter((path) => !path.startsWith('data.seconds') && textAt(frames, path) === undefined)).toEqual([]);
  const shownSecond = textAt(JSON.parse(await exampleOf(page, 'Seconds of a video (extract)')), 'data.seconds.0');
  expect(Object.keys(shownSecond ?? {})).toEqual(Object.keys(textAt(frames, 'data.seconds.0') ?? {}));
  await run('pass.sh');
  expect(textAt(await run('fail.sh'), 'data.media_upload.moderationFlagged')).toBe(true);
  const flagged = await run('flagged.sh');
  expect(textAt(flagged, 'data.media_uploads.0.id')).toBe(env.ID);
  expect(textAt(flagged, 'data.pagination.next_cursor')).toBeNull();
  const newest: unknown = await (await fetch(`${server.url}/api/v1/media?limit=1`, { headers: bearer })).json();
  env.CURSOR = String(textAt(newest, 'data.pagination.next_cursor'));
  expect(textAt(newest, 'data.media_uploads.0.id'), 'older ones follow').not.toBe(env.ID);
  expect(textAt(await run('flagged-next.sh'), 'data.media_uploads.0.id')).toBe(env.ID);
  await page.goto('/');
  const landing = page
    .locator('[data-slot~=code-block]')
    .filter({ has: page.getByRole('figure', { name: 'first.sh', exact: true }) });
  await landing.getByRole('button', { name: 'Copy' }).click();
  const fromLanding = await promisify(execFile)('bash', ['-c', await page.evaluate(() => navigator.clipboard.readText())], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  // The picture was failed above, so that the account knows it now.
  expect(textAt(JSON.parse(fromLanding.stdout), 'data.media_upload.originalFilename')).toBe('pears.webp');
  await page.goto('/docs');
  // Programs in other languages have a journey of their own.
  scripts.add('verify.sh');
  const labels = await page
    .locator('[data-slot~=code-block] figure')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(labels.filter((label) => label.endsWith('.sh')).sort(), 'each one was run').toEqual([...scripts].sort());
  // Those of programs.journey, and the one below. Another has to be run by somebody.
  const programs = [
    'first.mts',
    'first.py',
    'upload.mts',
    'upload.php',
    'upload.py',
    'verify.mjs',
    'verify.mts',
    'verify.php',
    'verify.py',
  ];
  expect([...new Set(labels.filter((label) => /\.(mts|mjs|ts|js|py|php)$/.test(label)))].sort()).toEqual(programs);

  // The two that are no calls: how a receiver checks what it gets, and what a refusal looks like.
  await expect.poll(() => pictures.received.length).toBeGreaterThan(0);
  const [event] = pictures.received;
  const sent = new Set(pathsOf(JSON.parse(event?.body ?? '')));
  const told = pathsOf(JSON.parse(await exampleOf(page, 'media.analysis.completed (extract)')));
  expect(told.filter((path) => !sent.has(path))).toEqual([]);
  writeFileSync(join(folder, 'verify.mjs'), await exampleOf(page, 'verify.mjs'));
  const { isGenuine } = await import(pathToFileURL(join(folder, 'verify.mjs')).href);
  expect(isGenuine(event?.headers, event?.body, secret)).toBe(true);
  expect(isGenuine(event?.headers, `${event?.body} `, secret)).toBe(false);
  const refused = await fetch(`${server.url}/api/v1/usage`, { headers: { authorization: 'Bearer none' } });
  expect(await refused.json()).toEqual(JSON.parse(await exampleOf(page, '401 Unauthorized')));
  rmSync(folder, { recursive: true });
});

test('PUB-06 the documentation copies header, endpoint and commands with the address of this installation', async ({
  page,
  server,
}) => {
  await page.goto('/docs');
  for (const [label, copied] of [
    ['Header', 'Authorization: Bearer $TOKEN'],
    ['Endpoint of uploads', `POST ${server.url}/api/v1/upload`],
    ['upload.sh', `curl -X POST "${server.url}/api/v1/upload" \\\n`],
  ] as const) {
    const block = page.locator('[data-slot~=code-block]').filter({ has: page.getByRole('figure', { name: label, exact: true }) });
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(copied);
  }
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Error handling' }).click();
  await expect(page).toHaveURL('/docs#error-handling');
  await expect(page.getByRole('heading', { name: 'Error handling' })).toBeInViewport();
  await page.getByRole('link', { name: 'Contact Support' }).first().click();
  await expect(page).toHaveURL('/contact?subject=support');
  await expect(page.getByLabel('Subject')).toHaveValue('support');
});

test('PUB-06 the API reference names method and statuses of each call, and takes at most six screens of a phone for it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs/api');
  const sections = await page
    .locator('.prose > section[id^=api]')
    .evaluateAll((all) =>
      all.map((one) => ({ id: one.id, height: one.getBoundingClientRect().height, text: one.textContent ?? '' })),
    );
  expect(sections.length).toBeGreaterThan(8);
  for (const { id, text } of sections) expect(text, id).toMatch(/(GET|POST|DELETE) \/api\/v1\//);
  expect(sections.filter(({ height }) => height > 6 * 844).map(({ id, height }) => `${id}: ${height}`)).toEqual([]);
  await page.locator('#apiUpload').getByRole('link', { name: '429' }).click();
  await expect(page).toHaveURL('/docs/api#status-429');
  await expect(page.locator('#status-429')).toBeInViewport();
});
