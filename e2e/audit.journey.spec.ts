import { auditTheme } from './audit.ts';
import { expect, test } from './journey.ts';

for (const [what, hasFrame] of [
  ['a page', false],
  ['a page with a frame', true],
] as const) {
  test(`an audit of ${what} names a button that says nothing and a text that is hardly there`, async ({ page }) => {
    await page.goto('/about');
    await page.evaluate((withFrame) => {
      const main = document.querySelector('main');
      const text = Object.assign(document.createElement('p'), { textContent: 'Hardly there' });
      Object.assign(text.style, { color: '#999', background: '#aaa' });
      main?.append(document.createElement('button'), text);
      if (withFrame) main?.append(Object.assign(document.createElement('iframe'), { title: 'Empty' }));
    }, hasFrame);
    const audited = auditTheme(page, 'light').then(String, String);
    await expect(audited).resolves.toContain('button-name: <button>');
    await expect(audited).resolves.toContain('color-contrast: <p style=');
  });
}
