import { readFileSync } from 'node:fs';
import { startFakeProvider } from '../packages/engine/test/fake-provider.ts';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';

const labels = ['sexual', 'violence', 'violence/graphic', 'self-harm', 'self-harm/intent', 'self-harm/instructions'];
const each = (value: (label: string) => unknown) => Object.fromEntries(labels.map((label) => [label, value(label)]));
/** As OpenAI answers a picture without text. */
const says = (violence: number) => ({
  json: {
    results: [
      {
        category_scores: each((label) => (label === 'violence' ? violence : 0)),
        category_applied_input_types: each(() => ['image']),
      },
    ],
  },
});

/** A server that asks an analyser, which the journey plays. */
const test = testWith(
  async () => {
    const provider = await startFakeProvider();
    return { ...provider, stop: provider.close };
  },
  ({ origin }) =>
    startServer({ env: { ANALYSERS: 'openai-moderation', OPENAI_API_KEY: 'sk-journey', OPENAI_MODERATION_URL: origin } }),
);

const pears = { name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) };

test('MED-07 an item names each analyser that looked at it, and one that failed lets nothing pass', async ({
  page,
  server,
  host: provider,
}) => {
  await joinTrial(page, server);
  await test.step('its score decides, and the page says who was sent the picture', async () => {
    provider.reply(says(0.93));
    const id = await uploadOverHttp(page, pears);
    await page.goto(`/dashboard/media/${id}`);
    await expect(page.getByText('The picture was flagged: Violence (93%).')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Why it was flagged' })).toBeVisible();
    await page.getByText(/ of 18 categories were checked/).click();
    await expect(page.getByRole('heading', { name: 'Analysers' })).toBeVisible();
    await expect(page.getByText('Not assessed', { exact: true })).toBeVisible();
    await expect(page.getByText(/s · \$0\.00 · picture sent$/)).toBeVisible();
    await audit(page);
  });
  await test.step('a refused key leaves the item Not checked, with the reason', async () => {
    provider.reply({ status: 401, json: {} });
    const answer = await page.request.post('/api/media/upload', { multipart: { media: pears } });
    expect(answer.status()).toBe(503);
    await page.goto('/dashboard/media?status=not_checked');
    await page
      .getByRole('link', { name: /pears\.png/ })
      .first()
      .click();
    await expect(page.getByText(/The analyser openai-moderation gave no opinion: its key was refused\./).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Safe' })).toHaveCount(0);
  });
});
