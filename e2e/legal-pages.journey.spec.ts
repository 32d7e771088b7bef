import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';
import { startServer } from './server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('PUB-08 the footer and the registration lead to legal pages that say that they are templates', async ({ page }) => {
  for (const name of ['Privacy', 'Terms']) {
    await page.goto('/about');
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('The operator of this installation has not filled it in yet.')).toBeVisible();
    await expect(page.getByText('To fill in:').first()).toBeVisible();
  }
  await page.goto('/register');
  await page.getByLabel('Name').fill('Ada');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'privacy page' }).click();
  await expect((await opened).getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test('PUB-08 SEC-09 what the operator chose is shown: a file as the page, and nothing to try', async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-legal-'));
  mkdirSync(join(dataDir, 'legal'));
  writeFileSync(
    join(dataDir, 'legal/terms.md'),
    '# Terms of Example Ltd\n\nWritten by **Ada**, see [our site](https://example.com).\n\n' +
      '## Law\n\n- One\n- Two\n\n| What | When |\n| --- | --- |\n| Frames | never |\n\n<script>document.title = "taken"</script>\n',
  );
  const server = await startServer({ command: 'node', dataDir, env: { TRY_IT: 'off' } });
  try {
    await test.step('no template, listed, accessible, its HTML shown as words', async () => {
      await page.goto(`${server.url}/terms`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Example Ltd');
      await expect(page.getByRole('main')).not.toContainText('template');
      await expect(page.getByRole('main')).toContainText('<script>');
      await expect(page).toHaveTitle('Terms · Clearframe');
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow');
      await audit(page);
      const sitemap = await (await page.request.get(`${server.url}/sitemap.xml`)).text();
      expect(sitemap).toContain(`<loc>${server.url}/terms</loc>`);
      expect(sitemap).not.toContain('/privacy');
      await page.goto(`${server.url}/privacy`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    });
    await test.step('without TRY_IT the first page has no such section, and its address is nobody’s', async () => {
      await page.goto(server.url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
      await expect(page.locator('#try')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Try a picture' })).toHaveCount(0);
      expect((await page.request.post(`${server.url}/api/try-it`)).status()).toBe(404);
    });
    await test.step('without TRY_IT the first dashboard offers no samples', async () => {
      const answer = await page.request.get(`${server.url}/dashboard`);
      expect(await answer.text()).toContain('<meta name="clearframe-no-try" content="1"/>');
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
