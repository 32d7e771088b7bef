import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { cleared, clearQueue, verdict } from './clear-queue.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { layoutShiftOf, watchLayoutShift } from './layout-shift.ts';
import type { UsedServer } from './server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const queue = '/dashboard/media?status=undecided';
const explicit = readFileSync(fixture('flagged/explicit-1.png'));

/** So many flagged items in the account of the page, newest last. @returns their ids */
async function seed(page: Page, server: UsedServer, count: number): Promise<string[]> {
  const email = await joinTrial(page, server);
  server.grant(email, count);
  const ids: string[] = [];
  for (let made = 1; made <= count; made += 1)
    ids.push(await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer: explicit }));
  return ids;
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** In both themes, and nothing wider than the screen at the widths that the audit leaves out. */
async function auditWidths(page: Page): Promise<void> {
  await audit(page);
  for (const width of [320, 820, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
}

async function decisionsOf(page: Page, id: string): Promise<number> {
  const answer = await page.request.get(`/api/media/${id}`);
  const body: { data: { media_upload: { decisions: unknown[] } } } = await answer.json();
  return body.data.media_upload.decisions.length;
}

test('MED-05 20 items are decided by keyboard alone, with a key and a little more for each', async ({ page, server }) => {
  await seed(page, server, 20);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Content Review 20 to decide' }).click();
  await expect(page).toHaveURL(queue);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(12);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Enter');
  for (let item = 20; item >= 1; item -= 1) {
    await expect(title(page, `item-${item}.png`)).toBeVisible();
    await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
    await press(item % 2 === 0 ? 'f' : 'p');
    await expect(page.getByText(`${item % 2 === 0 ? 'Failed' : 'Passed'}: item-${item}.png`)).toBeVisible();
    if (item === 5) await expect(page.getByText(/^16 decided, \d+\.\d s each$/)).toBeVisible();
  }
  await expect(cleared(page)).toBeVisible();
  await expect(page.getByText('You decided 20 items. New ones appear here on their own.')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Content Review', exact: true })).toBeVisible();
  expect(keys / 20).toBeLessThanOrEqual(1.2);
  const last = page.getByRole('region', { name: 'You decided last' });
  await expect(last.getByRole('listitem')).toHaveCount(5);
  await expect(last.getByRole('listitem').first()).toContainText(/item-1\.png.*Passed/);
  await expect(last.getByRole('listitem').nth(1)).toContainText(/item-2\.png.*Adult content.*Failed/);
  await auditWidths(page);
  await last.getByRole('link', { name: /item-2\.png/ }).click();
  await expect(title(page, 'item-2.png')).toBeVisible();
  await page.goBack();
  // Loaded again, the page knows of no session.
  await page.reload();
  await expect(cleared(page)).toBeVisible();
  await expect(last).toHaveCount(0);
  await page.getByRole('link', { name: 'Check safe items' }).click();
  await expect(page).toHaveURL('/dashboard/media?status=safe');
  await expect(page.getByRole('article')).toHaveCount(10);
});

test('MED-01 pages lead to To decide, and the bare address shows everything', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, {
    name: 'pears.webp',
    mimeType: 'image/webp',
    buffer: readFileSync(fixture('benign/pears.webp')),
  });
  const leads = async (from: string, name: string | RegExp) => {
    await page.goto(from);
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(queue);
    await expect(cleared(page)).toBeVisible();
  };
  await leads('/dashboard', 'Open review');
  await leads('/dashboard', /^Review content/);
  await leads('/dashboard/quality', 'Open review');
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('TRUST-B3 the list has the order that is chosen in the page, as the server has it', async ({ page, server }) => {
  await joinTrial(page, server);
  for (const name of ['explicit-2', 'drawn', 'explicit-1'])
    await uploadOverHttp(page, {
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: readFileSync(fixture(`flagged/${name}.png`)),
    });
  const served = async (sort: string) => {
    const answer = await page.request.get(`/api/media?status=undecided&sort=${sort}`);
    const body: { data: { media_uploads: { originalFilename: string }[] } } = await answer.json();
    return body.data.media_uploads.map(({ originalFilename }) => originalFilename);
  };
  const [newest, likeliest, leastCertain] = await Promise.all(['newest', 'likeliest', 'least_certain'].map(served));
  expect(new Set([newest, likeliest, leastCertain].map(String)).size, 'the orders differ').toBe(3);
  await page.goto(queue);
  const titles = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(newest ?? []);
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.selectOption('Highest score');
  await expect(titles).toHaveText(likeliest ?? []);
  await expect(page).toHaveURL(/sort=likeliest$/);
  await sort.selectOption('Least certain');
  await expect(titles).toHaveText(leastCertain ?? []);
  await page.reload();
  await expect(titles).toHaveText(leastCertain ?? []);
});

test('MED-04 MED-05 Undo brings an item back, Escape leads to its place in the list, and one opened by its address stays', async ({
  page,
  server,
}) => {
  const [, second] = await seed(page, server, 3);
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(title(page, 'item-2.png')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^item-2\.png/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(title(page, 'item-1.png')).toBeVisible();
  await expect(page.getByText('Failed: item-2.png. Next: item-1.png')).toBeVisible();
  await page.keyboard.press('u');
  await expect(title(page, 'item-2.png')).toBeVisible();
  await expect(verdict(page).getByRole('heading', { name: 'Flagged' })).toBeVisible();

  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Open the next item after Pass or Fail in To decide' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('f');
  await expect(verdict(page).getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await auditWidths(page);
  await page.keyboard.press('j');
  await expect(title(page, 'item-1.png')).toBeVisible();

  await page.goto(`/dashboard/media/${second}`);
  await expect(verdict(page).getByRole('button', { name: 'Change to Passed' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(verdict(page).getByRole('heading', { name: 'Passed by you' })).toBeVisible();
  await expect(title(page, 'item-2.png')).toBeVisible();
});

test('MED-05 what is decided while an undo is on its way comes after it, and no answer of before is shown', async ({
  page,
  server,
}) => {
  const [, second = ''] = await seed(page, server, 3);
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(title(page, 'item-2.png')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'In this list' }).locator('[aria-current]')).toBeVisible();
  const failed = page.waitForResponse(/\/fail$/);
  await page.keyboard.press('f');
  await expect(title(page, 'item-1.png')).toBeVisible();
  await failed;
  const sent = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/media/decisions/undo', async (route) => {
    sent.resolve();
    await release.promise;
    await route.continue();
  });
  // They are asked for with the item.
  const neighbours = page.waitForResponse(/\/neighbours/);
  await page.keyboard.press('u');
  await sent.promise;
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api/media/${second}`)) reads.push(request.url());
  });
  await expect(title(page, 'item-2.png')).toBeVisible();
  await neighbours;
  await expect(verdict(page).getByRole('heading', { name: 'Flagged' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: item-2.png. Next: item-1.png')).toBeVisible();
  // It would be what was before the undo.
  expect(reads).toEqual([]);
  release.resolve();
  await expect.poll(() => decisionsOf(page, second)).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('MED-05 a decision that is not answered within its undo stands, and the same key decides nothing twice', async ({
  page,
  server,
}) => {
  const [id = ''] = await seed(page, server, 2);
  await page.clock.install();
  await page.goto(`/dashboard/media/${id}`);
  await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
  const sent = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/media/${id}/pass`, async (route) => {
    sent.resolve();
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press('p');
  await sent.promise;
  await expect(verdict(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.fastForward('00:09');
  await expect(verdict(page).getByRole('button', { name: 'Change to Failed' })).toBeVisible();
  await expect(verdict(page).getByRole('heading', { name: 'Passed by you' })).toBeVisible();
  await page.keyboard.press('p');
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/media/${id}`) && answer.ok());
  release.resolve();
  await read;
  await expect(verdict(page).getByRole('button', { name: 'Change to Failed' })).toBeVisible();
  expect(await decisionsOf(page, id)).toBe(1);
});

test('MED-05 two people clear a queue without deciding anything twice', async ({ page, server, browser }) => {
  const ids = await seed(page, server, 20);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.goto(queue);
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
  await ines.goto(queue);
  await expect(ines.getByRole('link', { name: 'item-20.png, Flagged, Ada Example is looking' })).toBeVisible();
  await auditWidths(ines);
  await ines.keyboard.press('Enter');
  await expect(verdict(ines).getByRole('heading', { name: 'Ada Example is looking' })).toBeVisible();
  await auditWidths(ines);
  await ines.keyboard.press('p');
  await ines.keyboard.press('j');
  await expect(title(ines, 'item-20.png')).toHaveCount(0);
  await Promise.all([clearQueue(page), clearQueue(ines)]);
  await Promise.all([expect(cleared(page)).toBeVisible(), expect(cleared(ines)).toBeVisible()]);
  expect(await Promise.all(ids.map((id) => decisionsOf(page, id)))).toEqual(ids.map(() => 1));
  await ines.context().close();
});

test('MED-05 who takes over or comes second is told, and decides knowingly', async ({ page, server, browser, expected }) => {
  expected.push(/status of 409/);
  const [id = ''] = await seed(page, server, 1);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.goto(`/dashboard/media/${id}`);
  await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
  // Their decision arrives while this one is on its way.
  await page.route(
    '**/api/media/*/pass',
    async (route) => {
      const answer = await ines.request.post(`/api/media/${id}/fail`, { data: { override: true, last_decision: null } });
      expect(answer.status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
  await verdict(page).getByLabel('Note').fill('On purpose');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(verdict(page).getByRole('heading', { name: 'Ines Example failed it first' })).toBeVisible();
  await expect(verdict(page).getByText('Your Pass was not applied.')).toBeVisible();
  await auditWidths(page);
  await verdict(page).getByRole('button', { name: 'Pass it anyway' }).click();
  await expect(verdict(page).getByRole('heading', { name: 'Passed by you' })).toBeVisible();
  await expect.poll(() => decisionsOf(page, id)).toBe(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'On purpose' })).toBeVisible();

  await page.request.post(`/api/media/${id}/reanalyse`, { data: { overrule: true } });
  await expect(verdict(page).getByRole('heading', { name: 'Flagged' })).toBeVisible();
  await page.reload();
  await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
  await expect(page.getByText('Held for you')).toBeVisible();
  await ines.goto(`/dashboard/media/${id}`);
  await expect(verdict(ines).getByRole('button', { name: 'Take over' })).toBeVisible();
  // It is the other's, also once they decide although it is.
  await expect(ines.getByText('Held for you')).toHaveCount(0);
  await verdict(ines).getByRole('button', { name: 'Take over' }).click();
  await verdict(ines).getByRole('button', { name: 'Fail' }).click();
  await expect(verdict(ines).getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await expect(verdict(page).getByRole('heading', { name: 'Failed by Ines Example' })).toBeVisible();
  await ines.context().close();
});

test('MED-05 ranges and the whole page are selected, and what somebody else looks at is left out by name', async ({
  page,
  server,
  browser,
}) => {
  const [, , third] = await seed(page, server, 4);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await ines.goto(`/dashboard/media/${third}`);
  await expect(verdict(ines).getByRole('button', { name: 'Pass' })).toBeVisible();
  await page.goto(queue);
  await expect(page.getByRole('link', { name: 'item-3.png, Flagged, Ines Example is looking' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected items' });
  const leftOut = bar.getByText('Left out: item-3.png (Ines Example is looking)');

  // By keyboard.
  for (const key of ['x', 'j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(bar.getByText('3 items selected')).toBeVisible();
  await expect(leftOut).toBeVisible();
  await auditWidths(page);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar.getByText('3 items selected')).toBeVisible();
  await page.keyboard.press('Escape');

  // By mouse.
  await page.getByRole('checkbox', { name: 'Select item-4.png' }).click();
  await page.getByRole('link', { name: 'item-2.png, Flagged' }).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(queue);
  await expect(bar.getByText('2 items selected')).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed 2 items')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(leftOut).toBeVisible();
  expect(await decisionsOf(page, third ?? '')).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await ines.context().close();
});

test('MED-01 MED-05 what arrives waits above the list, and what somebody else decides leaves it', async ({
  page,
  server,
  browser,
}) => {
  const [first] = await seed(page, server, 3);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(3);
  await uploadOverHttp(page, { name: 'late.png', mimeType: 'image/png', buffer: explicit });
  const arrivals = page.getByRole('button', { name: '1 new' });
  await expect(arrivals).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await auditWidths(page);
  await ines.request.post(`/api/media/${first}/fail`, { data: {} });
  await expect(page.getByRole('article')).toHaveCount(2);
  await arrivals.click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').first()).toContainText('late.png');
  await ines.context().close();
});

test('MED-05 who looks at an item shows in the list and on the page of others as they come and go, and nothing moves', async ({
  page,
  server,
  browser,
}) => {
  const [, , third] = await seed(page, server, 3);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await watchLayoutShift(ines);
  await ines.goto(queue);
  const cards = ines.getByRole('article');
  await expect(cards).toHaveCount(3);
  const free = ines.getByRole('link', { name: 'item-3.png, Flagged', exact: true });
  const held = ines.getByRole('link', { name: 'item-3.png, Flagged, Ada Example is looking' });
  await expect(free).toBeVisible();
  const places = async () => await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  const before = await places();
  const { total: shiftBefore } = await layoutShiftOf(ines);

  await page.goto(`/dashboard/media/${third}`);
  await expect(page.getByText('Held for you')).toBeVisible();
  await auditWidths(page);
  await expect(held).toBeVisible();
  await expect(cards.first().getByText('Ada Example is looking')).toBeVisible();
  expect(await places()).toEqual(before);
  // Going elsewhere in the dashboard leaves it too.
  await page.getByRole('link', { name: 'Uploaders' }).click();
  await expect(free).toBeVisible();
  await expect(cards.first().getByText('Ada Example is looking')).toHaveCount(0);
  expect(await places()).toEqual(before);
  const { total, moved } = await layoutShiftOf(ines);
  expect(total - shiftBefore, moved.join('; ')).toBe(0);

  await page.goBack();
  await expect(held).toBeVisible();
  await held.click();
  await expect(verdict(ines).getByRole('heading', { name: 'Ada Example is looking' })).toBeVisible();
  await expect(ines.getByText('Held for you')).toHaveCount(0);
  await expect(page.getByText('Held for you')).toBeVisible();
  // As a tab that is closed.
  await page.goto('about:blank');
  await expect(verdict(ines).getByRole('button', { name: 'Pass' })).toBeVisible();
  await expect(ines.getByText('Held for you')).toBeVisible();
  await ines.context().close();
});
