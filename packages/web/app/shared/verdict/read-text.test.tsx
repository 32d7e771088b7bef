import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AiFindings } from './ai-findings.tsx';
import { beginningOf } from './read-text.tsx';
import { moderationOf } from './testing/moderation-of.ts';

const render = (text: string) => renderToStaticMarkup(<AiFindings ai={moderationOf({ ai: { text } }).ai_analysis} isVideo />);

describe('text that was read', () => {
  it('MED-07 is shown whole when it is short', () => {
    const html = render('SALE\nToday only');
    expect(html).toContain('SALE\nToday only</p>');
    expect(html).not.toContain('Show all');
  });

  it('MED-07 is shown by its first lines when it is long, and the rest when it is asked for', () => {
    const html = render(Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n'));
    expect(html).toContain('line 5 …');
    expect(html).not.toContain('line 6');
    expect(html).toContain('aria-expanded="false"');
    expect(html).toContain('Show all of the text');
    expect(beginningOf('x'.repeat(5_000))).toHaveLength(400);
  });
});
