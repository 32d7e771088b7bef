import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { watch } from './journey.ts';

const command = join(import.meta.dirname, '../packages/cli/bin/clearframe.mjs');

test('the page of clearframe eval is whole without script or network, in both themes and on a phone', async ({ page }, info) => {
  const labels = info.outputPath('labels.csv');
  const written = join(dirname(labels), 'page.html');
  const rows = [
    ['flagged/explicit-1.png', 'flagged'],
    ['flagged/explicit-2.png', 'sexual_explicit'],
    ['benign/pears.webp', 'safe'],
    ['benign/knife.webp', 'weapons'],
    ['gone <img>.png', 'safe'],
  ];
  writeFileSync(labels, ['file,label', ...rows.map(([name = '', label]) => `${fixture(name)},${label}`)].join('\n'));
  const code = await new Promise((resolve) => {
    const child = execFile(process.execPath, [command, 'eval', labels, '--html', written], () => resolve(child.exitCode));
  });
  expect(code).toBe(1);

  const problems: string[] = [];
  const requests: string[] = [];
  watch(page, problems);
  page.on('request', (request) => requests.push(request.url()));
  const address = pathToFileURL(written).href;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Flagged',
    'Sexually explicit',
    'Weapons',
    'Time and cost',
    'Not counted',
  ]);
  await expect(page.getByRole('img', { name: 'ROC of Flagged. local: area 1.000' })).toBeVisible();
  await expect(page.getByText('gone <img>.png')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await audit(page);
  }
  expect(requests).toEqual([address]);
  expect(problems).toEqual([]);
});
