import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DaysChart } from './days-chart.tsx';

const none = { safe: 0, flagged: 0, not_checked: 0, review: 0, sample: 0, undecided: 0 };

it('DASH-02 draws a bar for each verdict of a day and says the figures in words', () => {
  // Drawn twice: for a wide screen and for a phone.
  const html = renderToStaticMarkup(
    <DaysChart
      days={[
        { ...none, day: '2026-11-05', safe: 62, flagged: 2 },
        { ...none, day: '2026-11-06' },
        { ...none, day: '2026-11-07', flagged: 1, not_checked: 3 },
      ]}
    />,
  );
  expect(html).toContain('aria-label="Checked uploads a day over 3 days: between 0 and 64, 3 flagged in total"');
  expect(html.match(/class="_?bar[_"]/g)).toHaveLength(1 * 2);
  expect(html.match(/class="_?hatched[_"]/g)).toHaveLength(2 * 2);
  expect(html).toContain('<tr><th scope="row">7 Nov</th><td>0</td><td>1</td></tr>');
  expect(html).not.toContain('style=');
});
