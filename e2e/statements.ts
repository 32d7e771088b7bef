import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';

type Told = { id: string; url: string; media_id: string };

/** Statements are written each minute. */
const WRITTEN_MS = 100_000;

/** Uploads so many pictures and fails each for good. @returns their ids */
export async function failItems(page: Page, count: number): Promise<string[]> {
  const buffer = readFileSync(fixture('flagged/explicit-1.png'));
  const ids: string[] = [];
  for (let made = 1; made <= count; made += 1) {
    const id = await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer });
    const answer = await page.request.post(`/api/media/${id}/fail`, { data: { label: 'adult' } });
    expect(answer.ok(), await answer.text()).toBe(true);
    ids.push(id);
  }
  return ids;
}

/** The statement of an item, once it is written. */
export async function statementOf(page: Page, mediaId: string): Promise<Told> {
  let found: Told | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/statements', { params: { media_id: mediaId } });
        const body: { data: { statements: Told[] } | null } = await answer.json();
        [found] = body.data?.statements ?? [];
        return found !== undefined;
      },
      { timeout: WRITTEN_MS, intervals: [500] },
    )
    .toBe(true);
  if (!found) throw new Error('No statement was written');
  return found;
}

/** The public page as whoever uploaded it opens it: signed in nowhere, without JavaScript. */
export async function openStatement(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Appeals by the form. */
export async function appealOn(page: Page, text: string): Promise<void> {
  await page.getByLabel('Why is this decision wrong?').fill(text);
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText('We have your appeal.')).toBeVisible();
}
