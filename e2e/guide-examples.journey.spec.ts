import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { guidePath } from '../packages/web/app/site/guides/guide-slugs.ts';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { codeOfGuides, interpreters, whyNotRun } from './guide-code.ts';
import { expect, test } from './journey.ts';

test('PUB-06 no guide has a program that nobody runs', () => {
  const block = { guide: 'any', language: 'sh', label: 'a.sh', text: 'curl "{{origin}}/healthz"' };
  expect(whyNotRun(block)).toBeNull();
  expect(whyNotRun({ ...block, label: 'Ask' })).toMatch(/has to end in \.sh/);
  expect(whyNotRun({ ...block, language: 'shell' })).toMatch(/is not run/);
  expect(whyNotRun({ ...block, language: 'python', text: 'print(1)' })).toMatch(/nobody runs "python"/);
  expect(whyNotRun({ ...block, language: 'text', text: 'import requests' })).toMatch(/is not run/);
  const all = codeOfGuides();
  expect(all.length).toBeGreaterThan(10);
  expect(all.flatMap((one) => whyNotRun(one)?.concat(` (${one.guide}: ${one.label})`) ?? [])).toEqual([]);
});

test('PUB-06 every program that only a guide has works when it is pasted', async ({ page, server, pictures }) => {
  const own = codeOfGuides().filter(({ language }) => language in interpreters);
  expect(own.length).toBeGreaterThan(0);
  await joinTrial(page, server);
  const created = await page.request.post('/api/access-tokens', { data: { name: 'guides' } });
  const Created = z.object({ data: z.object({ access_token: z.object({ token: z.string() }) }) });
  const TOKEN = Created.parse(await created.json()).data.access_token.token;
  const ID = await uploadOverHttp(page, {
    name: 'pears.webp',
    mimeType: 'image/webp',
    buffer: readFileSync(fixture('benign/pears.webp')),
  });
  const SESSION = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? '';
  const env = { ...process.env, TOKEN, SESSION, ID, PICTURE_URL: pictures.picture, CLEARFRAME_URL: server.url };
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-guides-'));
  copyFileSync(fixture('benign/pears.webp'), join(folder, 'pears.webp'));
  mkdirSync(join(folder, 'node_modules/@clearframe'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../packages/sdk'), join(folder, 'node_modules/@clearframe/sdk'));
  // What a reader installs beside it.
  for (const client of ['openai', 'tus-js-client'])
    symlinkSync(join(import.meta.dirname, '../node_modules', client), join(folder, 'node_modules', client));
  for (const { guide, language, label } of own) {
    const [command = '', ...args] = interpreters[language] ?? [];
    test.skip(spawnSync(command, ['--version']).status !== 0, `${command} does not work on this machine`);
    // As a reader has it: with the address of this installation.
    await page.goto(guidePath(guide));
    const shown = (await page.locator(`figure[aria-label="${label}"] pre`).textContent()) ?? '';
    // A refusal ends the command with an error.
    writeFileSync(join(folder, label), shown.replaceAll(/^curl /gm, 'curl -sS --fail-with-body '));
    const ran = promisify(execFile)(command, [...args, label], { cwd: folder, env });
    await expect(ran, `${label} of ${guide}`).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  }
  rmSync(folder, { recursive: true });
});
