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
  await expect(page.getByRole('heading', { name: 'Flagged', exact: true })).toBeVisible();
  await expect(page.locator('mark', { hasText: /vintage\s+camera/i }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  const outlines = page.locator('[data-slot~=text-places] g[data-slot~=text-places-hit]');
  await expect(outlines.first()).toBeVisible();
  const print = await page.locator('[data-slot~=media-detail] .frame [data-slot~=shot] img').boundingBox();
  const outline = await outlines.first().locator('polygon').first().boundingBox();
  if (!print || !outline) throw new Error('The picture or the outline is not there');
  // The words were painted around the middle.
  expect(Math.abs(outline.x + outline.width / 2 - (print.x + print.width / 2))).toBeLessThan(print.width * 0.1);
  expect(Math.abs(outline.y + outline.height / 2 - (print.y + print.height / 2))).toBeLessThan(print.height * 0.1);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Hide the outlines' }).click();
  const edge = outlines.first().locator('polygon').nth(1);
  await expect(edge).toHaveCSS('stroke', 'none');
  const words = page.locator('[data-slot~=text-places-words]');

  await test.step('a pointer on a line shows its outline and its words', async () => {
    await outlines.first().hover();
    await expect(words).toHaveText(/vintage camera/i);
    await expect(edge).not.toHaveCSS('stroke', 'none');
    await page.mouse.move(2, 2);
    await expect(words).toHaveCount(0);
    await expect(edge).toHaveCSS('stroke', 'none');
  });

  await test.step('arrow keys go from line to line, and Escape leaves them on the page', async () => {
    const list = page.getByRole('listbox', { name: 'Text in the picture' });
    await list.focus();
    await page.keyboard.press('End');
    const last = list.getByRole('option').last();
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect(words).toHaveText((await last.getAttribute('aria-label')) ?? '');
    await page.keyboard.press('Home');
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect(words).toHaveCount(0);
    await expect(page).toHaveURL(`/dashboard/media/${id}`);
  });

  await test.step('a finger reads them by a press, a mouse enlarges the picture', async () => {
    const at = await outlines.first().boundingBox();
    if (!at) throw new Error('The line is not there');
    const session = await page.context().newCDPSession(page);
    const point = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(words).toHaveText(/vintage camera/i);
    await outlines.first().click();
    await expect(page.getByRole('dialog', { name: 'Large picture: camera.webp' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await page.getByRole('button', { name: 'Outline the text in the picture' }).click();
  await expect(edge).not.toHaveCSS('stroke', 'none');
});
