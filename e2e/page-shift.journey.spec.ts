import { expect, test } from './journey.ts';
import { answerAfterPaint, LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';
import { publicScreens } from './screens.ts';
import { weigh } from './weigh.ts';

// As it is shipped: the box of the captcha has its place.
test.use({ captcha: 'altcha' });

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of widths) {
  test(`PUB-08 nothing jumps on a public page, ${viewport.width} px wide`, async ({ browser, server }) => {
    test.setTimeout(180_000);
    const lines: string[] = [];
    const over: string[] = [];
    for (const { path, heading } of publicScreens) {
      const context = await browser.newContext({ baseURL: server.url, viewport });
      const page = await context.newPage();
      const { settled } = weigh(page);
      await watchLayoutShift(page);
      await answerAfterPaint(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await settled();
      const { total, moved } = await layoutShiftOf(page);
      lines.push(`${total.toFixed(4)}  ${path}`);
      if (total > LARGEST_SHIFT) over.push(`${path}: ${moved.join('; ')}`);
      await context.close();
    }
    console.log(`Layout shift of public pages at ${viewport.width} px\n${lines.join('\n')}`);
    expect(over).toEqual([]);
  });
}
