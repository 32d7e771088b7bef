import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { join } from './account.ts';
import { expect, test } from './journey.ts';
import { startServer } from './server.ts';
import { payBy, paymentFrame, planCard } from './test-payment.ts';

const cards = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000002760003184',
  '4000000000000077',
  '4000000000000341',
];
/** One that nobody's window knows: what a program or an old page might send. */
const foreign = '5555341244441115';

/** A number as it may be written: in one, in fours, with hyphens. */
const spellings = (number: string) => [number, ...[' ', '-'].map((gap) => number.replace(/(\d{4})(?=\d)/g, `$1${gap}`))];

test('SUB-11 no card number is in the database, its write-ahead log, any file or the log, whatever was paid or sent', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(joinPath(tmpdir(), 'clearframe-cards-'));
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'debug' } });
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    const email = await join(page, server);
    for (const card of cards) {
      await page.goto('/dashboard/subscription');
      const plan = card === cards[0] ? 'Starter' : card === cards[5] ? 'Business' : 'Growth';
      await planCard(page, plan)
        .getByRole('button', { name: card === cards[0] ? `Subscribe to ${plan}` : `Upgrade to ${plan}` })
        .click();
      if (card !== cards[0]) await page.getByRole('button', { name: 'Confirm upgrade' }).click();
      await payBy(page, card);
      if (card === cards[3]) await paymentFrame(page).getByRole('button', { name: 'Reject' }).click();
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
      if (card === cards[4]) await expect(page.getByText('of 35,714 frames used')).toBeVisible();
    }
    const [inOne = '', inFours = ''] = spellings(foreign);
    const fields = { card_cvv: '737', card_expiry_month: '12', card_expiry_year: '40' };
    for (const card_number of [inOne, inFours]) {
      await page.request.post('/api/subscriptions/upgrade', { data: { plan_id: 'enterprise', card_number, ...fields } });
      await page.request.post('/api/subscriptions/subscribe', { data: { plan_id: 7, card_number, ...fields } });
      const headers = { 'content-type': 'application/json' };
      await page.request.post('/api/subscriptions/subscribe', { headers, data: `{"card_number":"${card_number}",` });
    }
    await context.close();
    expect(await server.end('SIGINT')).toBe(0);

    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const all = files.map((entry) => {
      const name = joinPath(entry.parentPath, entry.name);
      return { name, bytes: readFileSync(name) };
    });
    all.push({ name: 'the log', bytes: Buffer.from(server.output()) });
    const holding = (text: string) => all.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name);
    expect(
      holding(email).some((name) => name.includes('/postgres/data/base/')),
      'the search reads the tables',
    ).toBe(true);
    expect(
      holding(email).some((name) => name.includes('/pg_wal/')),
      'and what was written before',
    ).toBe(true);
    expect(holding('payment notification received'), 'and the log').toContain('the log');
    for (const number of [...cards, foreign].flatMap(spellings)) expect(holding(number), number).toEqual([]);
  } finally {
    await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
