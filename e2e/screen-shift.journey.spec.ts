import { expect, test } from './journey.ts';
import { answerAfterPaint, LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';
import { accountInUse } from './screens.ts';
import { weigh } from './weigh.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of widths) {
  test(`DASH-01 nothing jumps on a screen when its data arrives, ${viewport.width} px wide`, async ({
    page,
    browser,
    server,
  }) => {
    const screens = await accountInUse(page, server);
    const storageState = await page.context().storageState();
    const lines: string[] = [];
    const over: string[] = [];
    for (const { path, shown } of screens) {
      const context = await browser.newContext({ baseURL: server.url, storageState, viewport });
      const fresh = await context.newPage();
      const { settled } = weigh(fresh);
      await watchLayoutShift(fresh);
      await answerAfterPaint(fresh);
      await fresh.goto(path);
      await expect(shown(fresh).first()).toBeVisible();
      await settled();
      const { total, moved } = await layoutShiftOf(fresh);
      lines.push(`${total.toFixed(4)}  ${path}`);
      if (total > LARGEST_SHIFT) over.push(`${path}: ${moved.join('; ')}`);
      await context.close();
    }
    console.log(`Layout shift of the dashboard at ${viewport.width} px\n${lines.join('\n')}`);
    expect(over).toEqual([]);
  });
}
