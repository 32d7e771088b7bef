import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { DetailPanel } from './detail-panel.tsx';
import { FileCards } from './file-cards.tsx';

const panel = (media: ReturnType<typeof mediaOf>) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <DetailPanel media={media} after={null} />
      <FileCards media={media} />
    </MemoryRouter>
  </QueryClientProvider>
);
const render = (media: ReturnType<typeof mediaOf>) => renderToStaticMarkup(panel(media));

/** With what is loaded when it is needed. */
async function renderWhole(media: ReturnType<typeof mediaOf>): Promise<string> {
  const { prelude } = await prerender(panel(media));
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

describe('DetailPanel', () => {
  it('MED-07 shows verdict, reason, keywords where they stand, coverage and file', async () => {
    const html = await renderWhole(
      mediaOf({
        moderationFlagged: true,
        caption: 'Bottle of red wine',
        tags: ['gift'],
        metadata: { sku: 'W-19' },
        source: 'api',
        moderation: moderationOf({ keywordsPassed: false, forbidden: ['wine'], missing: ['pear', 'shelf'] }),
      }),
    );
    expect(html).toContain('<h2>Flagged</h2>');
    expect(html).toContain('Nothing in the picture crossed a line.');
    expect(html).toContain('Bottle of red </span><mark>wine</mark>');
    expect(html).toContain('none of 2 present');
    expect(html).toContain('Not assessed');
    expect(html).toContain('JPEG · 640 kB · 1440 × 1080');
    expect(html).toContain('{&quot;sku&quot;:&quot;W-19&quot;}');
    expect(html).toContain('<dd>API</dd>');
  });

  it('shows no check of an item whose uploader is blocked', async () => {
    const moderation = { ...moderationOf({ flagged: true }), author_rule: 'blocked' as const };
    const html = await renderWhole(mediaOf({ moderationFlagged: true, moderation }));
    expect(html).toContain('No check ran: its uploader is blocked.');
    expect(html).not.toContain('Keyword check');
    expect(html).toContain('Not assessed');
  });

  it('MED-03 says Not checked with the reason, and no check results', () => {
    const html = render(mediaOf({ moderationError: 'The analysis failed three times.' }));
    expect(html).toContain('<h2>Not checked</h2>');
    expect(html).toContain('The analysis failed three times.');
    expect(html).not.toContain('Keyword check');
  });
});
