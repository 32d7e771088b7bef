import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { askAgainMs, LateWriting } from './late-writing.tsx';
import { ReadAfterwards } from './read-afterwards.tsx';

const render = (moderation: ReturnType<typeof moderationOf>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LateWriting media={mediaOf({ moderation })} />
    </QueryClientProvider>,
  );
const laterOf = (forbidden: string[]) => ({
  at: '2026-11-23T10:00:00.000Z',
  policy_version: 'account-2',
  keyword_check: moderationOf({ keywordsPassed: forbidden.length === 0, forbidden }).keyword_check,
});

describe('writing that was read after the verdict', () => {
  it('is being read while the page is open', () => {
    expect(render(moderationOf({ ai: { writing: 'not_read' } }))).toContain('Reading text…');
  });

  it('is asked for again while it waits: a try that failed shows no spinner for ever', () => {
    expect(askAgainMs({ state: 'reading' })).toBeGreaterThanOrEqual(5_000);
    for (const state of ['read', 'unreadable', 'withheld'] as const) expect(askAgainMs({ state })).toBe(false);
    expect(askAgainMs(undefined)).toBe(false);
  });

  const afterwards = (text: string, forbidden: string[], passed = true) =>
    renderToStaticMarkup(<ReadAfterwards later={laterOf(forbidden)} passed={passed} text={text} />);

  it('says when, and whether there was any', () => {
    expect(afterwards('SALE', [])).toContain('We read the text after the verdict.');
    expect(afterwards('SALE', [])).not.toContain('would now fail');
    expect(afterwards('', [])).toContain('No text found.');
  });

  it('says that the lists would fail a passed item now, and nothing of an item that failed anyway', () => {
    const passed = afterwards('CASINO', ['casino']);
    expect(passed).toContain('Your keyword lists would now fail this item');
    expect(passed).toContain('Forbidden keywords found: casino.');
    expect(afterwards('CASINO', ['casino'], false)).not.toContain('would now');
  });

  it('is nothing where the analysis read it', () => {
    expect(render(moderationOf({ ai: { writing: 'read' } }))).toBe('');
    expect(render(moderationOf({}))).toBe('');
  });
});
