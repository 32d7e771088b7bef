import type { Author } from '@clearframe/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { authorOf } from '../../shell/uploader/testing/author-of.ts';
import { uploaderQuery } from '../../shell/uploader/uploader-query.ts';
import { UploaderFigures } from './uploader-figures.tsx';

/** @param read what the server said; undefined while it is asked */
function render(read?: Author): string {
  const queries = new QueryClient();
  if (read) queries.setQueryData(uploaderQuery('u').queryKey, read);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <UploaderFigures id="u" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const strike = {
  id: '0a54dd8e-8f0e-4a6a-8a3e-3f5a0a8f7b10',
  at: '2026-11-20T10:00:00.000Z',
  expires_at: '2027-02-18T10:00:00.000Z',
  media_id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  label: null,
};

describe('UploaderFigures', () => {
  it('TRUST-B1 keeps the room of the figures while they are read', () => {
    const html = render();
    expect(html).toContain('aria-busy="true"');
    expect(html).toMatch(/<dt>Strikes<\/dt><dd><div [^>]*data-slot="skeleton"/);
  });

  it('TRUST-B1 shows figures, the share of flagged items, and when the last strike ends', () => {
    const html = render(
      authorOf({
        counts: { total: 61, flagged: 25, safe: 35, not_checked: 1, undecided: 3 },
        fail_rate: { hits: 25, n: 60, estimate: null },
        strikes: { active: 3, list: [strike, { ...strike, expires_at: '2026-12-18T10:00:00.000Z' }] },
      }),
    );
    for (const figure of ['61', '42%', '3']) expect(html).toContain(`<dd>${figure}</dd>`);
    expect(html).toContain('25 of 60 checked items flagged');
    expect(html).toContain('The last strike ends <time dateTime="2027-02-18T10:00:00.000Z"');
    expect(html).toContain('3 of their items wait');
    expect(html).toMatch(/<a [^>]*href="\/dashboard\/media\?status=undecided&amp;author=u"[^>]*>Select all 3<\/a>/);
    expect(html).not.toContain('skeleton');
  });

  it('TRUST-B1 says that nothing is checked, and that there are no strikes', () => {
    const html = render(authorOf());
    expect(html).toContain('Nothing checked yet');
    expect(html).toContain('No active strikes');
    expect(html).toContain('Nothing of theirs waits for a decision');
    expect(html).not.toContain('<a ');
  });
});
