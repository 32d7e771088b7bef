import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { join, joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { phone } from './phone.ts';
import { accountInUse, publicScreens } from './screens.ts';
import { payBy, planCard } from './test-payment.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

const flagged = () => ({
  name: 'explicit-1.png',
  mimeType: 'image/png',
  buffer: readFileSync(fixture('flagged/explicit-1.png')),
});

test('MED-02 the keys of the list stand in one row each, also after the page of two-step sign-in', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, flagged());
  await page.goto('/dashboard/account/security');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await page.getByRole('link', { name: 'Content Review' }).click();
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  const rows = await dialog.locator('dl').evaluate((list) => {
    const place = (element: Element) => element.getBoundingClientRect();
    const terms = [...list.querySelectorAll('dt')].map(place);
    const keys = [...list.querySelectorAll('dd')].map(place);
    return terms.map((term, row) => ({
      besideEachOther: Math.abs(term.top - (keys[row]?.top ?? Number.NaN)) < 4 && term.right <= (keys[row]?.left ?? 0) + 1,
      left: Math.round(term.left - (terms[0]?.left ?? 0)),
    }));
  });
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) expect(row).toEqual({ besideEachOther: true, left: 0 });
});

test('UP-05 the details of a queue say that they were sent, once everything is checked', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  await page.locator('input[type=file]').setInputFiles([fixture('formats/pears.jpg'), fixture('flagged/explicit-2.png')]);
  await page.getByRole('button', { name: 'Check 2 images' }).click();
  await expect(page.getByRole('heading', { name: '2 of 2 checked · 1 flagged' })).toBeVisible();
  await expect(page.getByText('Locked while checking')).toHaveCount(0);
  await expect(page.getByText('Sent with every image')).toBeVisible();
});

test('SUB-05 only the plan that was pressed waits', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  await planCard(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  await payBy(page, '4242 4242 4242 4242');
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  const held = await holdAnswers(page, '*/api/subscriptions/upgrade');
  await planCard(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
  await page.getByRole('button', { name: 'Confirm upgrade' }).click();
  const growth = planCard(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' });
  await expect(growth.locator('[data-slot~=spinner]')).toBeVisible();
  await expect(page.locator('main [data-slot~=button] [data-slot~=spinner]')).toHaveCount(1);
  await expect(planCard(page, 'Business').getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await held.release();
  await expect(page.frameLocator('iframe[title="Test payment"]').getByLabel('Card number')).toBeVisible();
});

/** Whether a page fetches the type of figures ahead, and whether anything on it is set in that type. */
async function figures(page: Page): Promise<{ ahead: boolean; shown: boolean }> {
  await page.evaluate(() => document.fonts.ready);
  return await page.evaluate(() => ({
    ahead: document.querySelector('link[rel=preload][as=font][href*="geist-mono"]') !== null,
    shown: [...document.fonts].some(({ family, status }) => family.includes('Geist Mono') && status !== 'unloaded'),
  }));
}

test('PUB-08 DASH-01 a page fetches the type of figures ahead only where it shows some', async ({ page, server, expected }) => {
  expected.push('/no/such/page', '/invitations/lookup', '/users/me/email/confirm');
  const faults: string[] = [];
  const look = async (path: string) => {
    // Figures may come after the rest of a page.
    const isForNothing = async () => {
      const { ahead, shown } = await figures(page);
      return ahead && !shown;
    };
    await expect
      .poll(isForNothing)
      .toBe(false)
      .catch(() => faults.push(`${path} fetches it for nothing`));
  };
  for (const { path } of publicScreens) {
    await page.goto(path);
    await look(path);
  }
  for (const { path, shown } of await accountInUse(page, server)) {
    await page.goto(path);
    await expect(shown(page)).toBeVisible();
    await look(path);
  }
  for (const path of ['/cancel', '/return']) {
    await page.goto(path);
    await look(path);
  }
  expect(faults).toEqual([]);
});

test('DASH-01 header and content begin and end on the same line at 1440, 1920 and 2560 pixels', async ({ page, server }) => {
  const lines = (bar: string, begins: string, ends: string) =>
    page.evaluate(
      ([bar, begins, ends]) => {
        const inner = (selector: string) => {
          const element = document.querySelector(selector);
          if (!element) throw new Error(`no ${selector}`);
          const box = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          return [box.left + Number.parseFloat(style.paddingLeft), box.right - Number.parseFloat(style.paddingRight)];
        };
        return { bar: inner(bar ?? ''), body: [inner(begins ?? '')[0], inner(ends ?? '')[1]] };
      },
      [bar, begins, ends],
    );
  const faults: string[] = [];
  const look = async (path: string, bar: string, begins: string, ends = begins) => {
    for (const width of [1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const its = await lines(bar, begins, ends);
      if (`${its.bar}` !== `${its.body}`) faults.push(`${path} at ${width}: ${its.bar}, ${its.body}`);
    }
  };
  await join(page, server);
  await page.goto('/dashboard/account');
  await expect(page.getByLabel('Name')).toBeVisible();
  await look('/dashboard/account', '[data-slot~=top-bar]', 'main');
  // Pictures and long rows take the width that a window has; the tabs of notices and appeals stay where they are.
  for (const [path, name] of [
    ['/dashboard/media', 'Content Review'],
    ['/dashboard/notices', 'Notices'],
    ['/dashboard/appeals', 'Appeals'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await look(path, '[data-slot~=top-bar]', 'main');
    await page.setViewportSize({ width: 1920, height: 900 });
    expect((await page.getByRole('main').boundingBox())?.width, path).toBeGreaterThan(1_600);
  }
  for (const path of ['/', '/features', '/pricing', '/about', '/contact', '/privacy']) {
    await page.goto(path);
    await look(path, 'header .page-width', 'main .page-width');
  }
  // Below /docs the navigation stands left of the page: the line begins with it.
  for (const path of ['/docs', '/docs/api', '/docs/guides', '/docs/guides/first-verdict']) {
    await page.goto(path);
    await look(path, 'header .page-width', ':has(> nav#all-pages)', 'main .page-width');
  }
  expect(faults).toEqual([]);
});

/** By how many pixels the page is wider than the window, once it has taken the window's width. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('PUB-08 DASH-01 no screen scrolls sideways at 1920, 1440, 820, 390 or 320 pixels', async ({ page, server, expected }) => {
  expected.push('/no/such/page', '/invitations/lookup', '/users/me/email/confirm');
  const faults: string[] = [];
  const look = async (path: string) => {
    for (const width of [1920, 1440, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => overflow(page))
        .toBe(0)
        .catch(async () => faults.push(`${path} at ${width}: ${await overflow(page)} pixels`));
    }
  };
  for (const { path, heading } of publicScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await look(path);
  }
  for (const { path, shown } of await accountInUse(page, server)) {
    await page.goto(path);
    await expect(shown(page).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await look(path);
  }
  expect(faults).toEqual([]);
});

test('MED-01 the queue has two columns on a phone and six on the widest screens', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, flagged());
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(1);
  const grid = page.getByRole('region', { name: 'Media', exact: true });
  const columns: Record<number, number> = {};
  const drawn = {
    320: 2,
    390: 2,
    639: 2,
    640: 3,
    820: 3,
    1024: 3,
    1279: 3,
    1280: 4,
    1440: 4,
    1600: 5,
    1887: 5,
    1888: 6,
    1920: 6,
  };
  for (const width of Object.keys(drawn).map(Number)) {
    await page.setViewportSize({ width, height: 900 });
    columns[width] = await grid.evaluate((its) => getComputedStyle(its).gridTemplateColumns.split(' ').length);
  }
  expect(columns).toEqual(drawn);
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test('DASH-01 every screen shows its title whole', async ({ page, server }) => {
    const cut: string[] = [];
    for (const screen of await accountInUse(page, server)) {
      // A picture's own title may be as long as somebody likes.
      if (/media\/./.test(screen.path)) continue;
      await page.goto(screen.path);
      await expect(screen.shown(page)).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      const title = page.getByRole('heading', { level: 1 });
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        if (await title.evaluate((its) => its.scrollWidth > its.clientWidth)) {
          cut.push(`${screen.path} at ${width}: ${await title.textContent()}`);
        }
      }
    }
    expect(cut).toEqual([]);
  });

  test('MED-04 what was revealed can be hidden again by touch', async ({ page, server }) => {
    await joinTrial(page, server);
    await uploadOverHttp(page, flagged());
    await page.goto('/dashboard/media');
    const print = page.getByRole('article').first();
    await print.getByRole('button', { name: 'Reveal' }).tap();
    const hide = print.getByRole('button', { name: 'Hide' });
    await expect(hide).toBeVisible();
    expect(await hide.evaluate((its) => getComputedStyle(its).opacity)).toBe('1');
    await hide.tap();
    await expect(print.getByRole('button', { name: 'Reveal' })).toBeVisible();
    // The finger leaves the pill "hovered"; the picture is veiled all the same.
    expect(await veil(page)).toContain('blur');

    // What a toast says stands above the buttons at the lower edge.
    await print.getByRole('link').tap();
    await page.getByRole('button', { name: 'Fail', exact: true }).tap();
    const toast = await page.getByText('Failed: explicit-1.png').boundingBox();
    const next = await page.getByRole('button', { name: 'Next item' }).boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(next?.y ?? 0);
  });
});

const veil = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .locator('[data-slot~=veil] img')
    .evaluate((picture) => getComputedStyle(picture).filter);

test('MED-04 what was revealed shows Hide without the pointer on it', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, flagged());
  await page.goto('/dashboard/media');
  const print = page.getByRole('article').first();
  await print.getByRole('button', { name: 'Reveal' }).click();
  await page.mouse.move(5, 5);
  await page.getByRole('heading', { level: 1 }).click();
  const hide = print.getByRole('button', { name: 'Hide' });
  expect(await hide.evaluate((its) => getComputedStyle(its).opacity)).toBe('1');
  await hide.click();
  await page.mouse.move(5, 5);
  await expect.poll(() => veil(page)).toContain('blur');
});

test('AUTH-01 a refused password says each missing rule once, and the meter speaks in words', async ({ page }) => {
  await page.goto('/register');
  const secret = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Password requirements not met: At least 8 characters, At least 1 uppercase')).toBeVisible();
  await expect(page.getByText('At least 1 special character')).toHaveCount(1);
  await secret.fill('short');
  await expect(page.locator('[data-slot~=password-strength-word]')).toHaveText('very weak');
  await expect(page.getByText('Password requirements not met')).toHaveCount(0);
  await expect(page.getByText('At least 1 special character')).toHaveCount(1);
});
