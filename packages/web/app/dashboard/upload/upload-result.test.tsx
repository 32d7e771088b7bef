import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../shared/verdict/testing/moderation-of.ts';
import { factsLine } from '../../shared/verdict/verdict-head.tsx';
import { ResultHead } from './upload-result.tsx';

const run = { processing_time_ms: 1_837, analysis_version: '1', frames_analysed: 1 };
const text = (media: ReturnType<typeof mediaOf>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ResultHead media={media} charge={{ charged: 1, remaining: 14 }} onAnother={() => {}} />
    </MemoryRouter>,
  );

describe('ResultHead', () => {
  it('UP-05 says Passed content moderation with the reason and both ways on', () => {
    const html = text(mediaOf({ moderation: moderationOf({}), analysis_metadata: run }));
    expect(html).toContain('Passed content moderation');
    expect(html).toContain('Nothing in the picture crossed a line.');
    expect(html).toContain('Upload Another');
    expect(html).toContain('href="/dashboard/media"');
    expect(html).toContain('View All Content');
  });

  it('UP-05 says Failed content moderation when either check failed', () => {
    for (const parts of [{ flagged: true }, { keywordsPassed: false }]) {
      expect(text(mediaOf({ moderation: moderationOf(parts) }))).toContain('Failed content moderation');
    }
  });

  it('UP-09 says Not checked with the reason, never passed, when there is no verdict', () => {
    const html = text(mediaOf({ moderationError: 'The analysis failed. It is tried again.' }));
    expect(html).toContain('Not checked');
    expect(html).toContain('The analysis failed. It is tried again.');
    expect(html).not.toContain('Passed');
  });

  it('UP-09 shows time, charge and remaining frames as the server gave them, and nothing that it did not', () => {
    const media = mediaOf({ moderation: moderationOf({}), analysis_metadata: run });
    expect(factsLine(media, { charged: 1, remaining: 14 })).toBe(
      'Both checks passed · Checked in 1.84 s · 1 frame charged · 14 frames left',
    );
    expect(factsLine(mediaOf(), { charged: null, remaining: null })).toBe('');
  });
});
