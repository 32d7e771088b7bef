import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiUsage } from '@clearframe/contract';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { startLossyProxy } from './lossy-proxy.ts';

/** An interpreter, what a machine that has it answers to, and how a function of a file is asked. */
const languages = {
  TypeScript: {
    file: 'mts',
    run: (file: string) => [process.execPath, '--experimental-strip-types', '--no-warnings', file],
    check: [process.execPath, '--version'],
    ask: `import { text } from 'node:stream/consumers';
import { eventOf } from './verify.mts';
const { headers, body, secret } = JSON.parse(await text(process.stdin));
console.log((await eventOf(new Headers(headers), body, secret)) ? 'genuine' : 'refused');`,
  },
  Python: {
    file: 'py',
    run: (file: string) => ['python3', file],
    check: ['python3', '--version'],
    ask: `import json, sys
from verify import is_genuine
given = json.load(sys.stdin)
print("genuine" if is_genuine(given["headers"], given["body"].encode(), given["secret"]) else "refused")`,
  },
  PHP: {
    file: 'php',
    run: (file: string) => ['php', file],
    check: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    ask: `<?php
require 'verify.php';
['headers' => $headers, 'body' => $body, 'secret' => $secret] = json_decode(stream_get_contents(STDIN), true);
echo isGenuine($headers, $body, $secret) ? "genuine\\n" : "refused\\n";`,
  },
} as const;

const exists = ([command = '', ...args]: readonly string[]) => spawnSync(command, args).status === 0;

/** What a reader would copy, in a folder as they would have it. */
async function copied(page: Page, labels: string[], path = '/docs'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-programs-'));
  copyFileSync(fixture('benign/pears.webp'), join(folder, 'pears.webp'));
  mkdirSync(join(folder, 'node_modules/@clearframe'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../packages/sdk'), join(folder, 'node_modules/@clearframe/sdk'));
  await page.goto(path);
  for (const label of labels) {
    // In a block that is closed no region is shown.
    const region = page.locator(`figure[aria-label="${label}"] pre`);
    writeFileSync(join(folder, label), (await region.textContent()) ?? '');
  }
  return folder;
}

async function tokenOf(page: Page): Promise<string> {
  const created = await page.request.post('/api/access-tokens', { data: { name: 'programs' } });
  const Created = z.object({ data: z.object({ access_token: z.object({ token: z.string() }) }) });
  return Created.parse(await created.json()).data.access_token.token;
}

/** Runs to the end with that on standard input. @returns the trimmed output */
function answerOf([command = '', ...args]: readonly string[], cwd: string, input: string, env = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    child.once('error', reject);
    // A program may refuse by the headers and end before it has read what is sent.
    child.stdin.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error);
    });
    child.once('close', () => resolve(output.trim()));
    child.stdin.end(input);
  });
}

for (const [name, { file, run, check }] of Object.entries(languages)) {
  test(`API-01 API-03 UP-09 the ${name} program of the documentation uploads once through a line that loses answers`, async ({
    page,
    server,
  }) => {
    test.skip(!exists(check), `${check.join(' ')} does not work on this machine`);
    await joinTrial(page, server);
    const TOKEN = await tokenOf(page);
    const folder = await copied(page, [`upload.${file}`]);
    const proxy = await startLossyProxy(server.url);
    const [command = '', ...args] = run(`upload.${file}`);
    const env = { ...process.env, CLEARFRAME_URL: proxy.url, TOKEN };
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      passed: true,
      reason: expect.any(String),
    });
    expect(proxy.uploads()).toBe(3);
    const usage = await page.request.get('/api/v1/usage', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(z.object({ data: ApiUsage }).parse(await usage.json()).data.frames?.charged).toBe(1);
    await proxy.stop();
    rmSync(folder, { recursive: true });
  });
}

const first = {
  'first.sh': { command: ['bash', 'first.sh'], check: ['curl', '--version'] },
  'first.mts': { command: languages.TypeScript.run('first.mts'), check: languages.TypeScript.check },
  'first.py': { command: ['python3', 'first.py'], check: ['python3', '-c', 'import requests'] },
};
for (const [label, { command, check }] of Object.entries(first)) {
  test(`API-03 UP-09 ${label} of the first page prints a verdict as it is copied`, async ({ page, server }) => {
    test.skip(!exists(check), `${check.join(' ')} does not work on this machine`);
    await joinTrial(page, server);
    const env = { CLEARFRAME_URL: server.url, TOKEN: await tokenOf(page) };
    const folder = await copied(page, [label], '/');
    expect(await answerOf(command, folder, '', env)).toMatch(/"passed":\s*true/);
    rmSync(folder, { recursive: true });
  });
}

test('HOOK-04 the programs of the documentation believe a webhook that is signed, and no other', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  const hooked = await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.hook } });
  const Hooked = z.object({ data: z.object({ webhook: z.object({ signingSecret: z.string() }) }) });
  const secret = Hooked.parse(await hooked.json()).data.webhook.signingSecret;
  const before = pictures.received.length;
  await page.request.post('/api/v1/upload', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    multipart: { media: pictures.picture },
  });
  await expect.poll(() => pictures.received.length).toBeGreaterThan(before);
  const event = pictures.received[before];
  if (!event) throw new Error('nothing came');
  const { body } = event;
  const headers: Record<string, string> = Object.fromEntries(
    Object.entries(event.headers).map(([key, value]) => [key, String(value)]),
  );
  const two: Record<string, string> = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
  const old: Record<string, string> = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) };
  const given = { true: { headers, body, secret }, two: { headers: two, body, secret } };
  const forged = [
    { headers, body: `${body} `, secret },
    { headers: old, body, secret },
    { headers: { ...headers, 'webhook-id': 'msg_other' }, body, secret },
    { headers, body, secret: 'whsec_AAAA' },
  ];

  const folder = await copied(page, ['verify.mts', 'verify.py', 'verify.php', 'verify.sh']);
  const shell = (one: (typeof forged)[number]) =>
    answerOf(['bash', 'verify.sh'], folder, one.body, {
      WEBHOOK_ID: one.headers['webhook-id'],
      WEBHOOK_TIMESTAMP: one.headers['webhook-timestamp'],
      WEBHOOK_SIGNATURE: one.headers['webhook-signature'],
      SECRET: one.secret,
    });
  const ran: string[] = [];
  const expectJudged = async (language: string, judge: (one: (typeof forged)[number]) => Promise<string>) => {
    for (const one of Object.values(given)) expect(await judge(one), language).toBe('genuine');
    for (const one of forged) expect(await judge(one), language).toBe('refused');
    ran.push(language);
  };
  for (const [name, { file, run, ask, check }] of Object.entries(languages)) {
    if (!exists(check)) {
      test.info().annotations.push({ type: 'skipped', description: `${name}: ${check.join(' ')} does not work on this machine` });
      console.log(`  skipped: ${name}, because ${check.join(' ')} does not work on this machine`);
      continue;
    }
    writeFileSync(join(folder, `ask.${file}`), ask);
    await expectJudged(name, (one) => answerOf(run(`ask.${file}`), folder, JSON.stringify(one)));
  }
  await expectJudged('Shell', shell);
  expect(ran).toEqual(expect.arrayContaining(['TypeScript', 'Shell']));
  rmSync(folder, { recursive: true });
});

test('PUB-06 the documentation shows a program in the language that is opened, by keyboard, and needs no script for it', async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/');
  // Through the site, as a page that the browser draws itself.
  await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).first().click();
  await expect(page.getByRole('figure', { name: 'upload.mts' })).toBeVisible();
  const python = page.getByRole('group').filter({ hasText: 'upload.py' }).locator('summary');
  await python.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('figure', { name: 'upload.py' })).toContainText('def upload');
  await expect(page.getByRole('figure', { name: 'upload.mts' })).toBeHidden();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const plain = await context.newPage();
  await plain.goto('/docs');
  await expect(plain.getByRole('figure', { name: 'upload.mts' })).toContainText('client.upload');
  await plain.getByText('PHP', { exact: true }).first().click();
  await expect(plain.getByRole('figure', { name: 'upload.php' })).toContainText('new CURLFile');
  await context.close();
});
