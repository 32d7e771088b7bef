import { expect, test } from '@playwright/test';

test('the browser has everything switched off that Playwright switches off, and loads no page of its own', async ({
  browser,
  page,
}) => {
  await page.goto('data:text/html,<h1>A window</h1>');
  const session = await browser.newBrowserCDPSession();
  const { commandLine } = await session.send('SystemInfo.getInfo');
  const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','));
  const ours = lists.at(-1) ?? [];
  expect(lists.length).toBeGreaterThan(1);
  expect(lists.flat().filter((name) => !ours.includes(name))).toEqual([]);
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.map(({ url }) => url).filter((url) => url.startsWith('chrome:'))).toEqual([]);
});
