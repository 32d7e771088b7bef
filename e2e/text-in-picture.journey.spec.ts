import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('KEY-04 a forbidden word that is painted into a picture fails it, and the page outlines where it stands', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const saved = await page.request.post('/api/keyword-settings', {
    data: { required_keywords: [], forbidden_keywords: ['vintage camera'] },
  });
  expect(saved.ok()).toBe(true);
  const id = await uploadOverHttp(page, {
    name: 'camera.webp',
    mimeType: 'image/webp',
    buffer: readFileSync(fixture('text/camera.webp')),
  });

  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('heading', { name: 'Flagged' })).toBeVisible();
  await expect(page.locator('mark', { hasText: /vintage\s+camera/i }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Reveal' }).click();
  const outlines = page.locator('[data-slot~=text-places] g[data-slot~=text-places-hit]');
  await expect(outlines.first()).toBeVisible();
  const print = await page.locator('[data-slot~=media-detail] [data-slot~=shot] img').boundingBox();
  const outline = await outlines.first().locator('polygon').first().boundingBox();
  if (!print || !outline) throw new Error('The picture or the outline is not there');
  // The words were painted around the middle.
  expect(Math.abs(outline.x + outline.width / 2 - (print.x + print.width / 2))).toBeLessThan(print.width * 0.1);
  expect(Math.abs(outline.y + outline.height / 2 - (print.y + print.height / 2))).toBeLessThan(print.height * 0.1);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Hide the outlines' }).click();
  await expect(outlines).toHaveCount(0);
  await page.getByRole('button', { name: 'Outline the text in the picture' }).click();
  await expect(outlines.first()).toBeVisible();
});
