import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { BelowPicture } from './below-picture.tsx';
import { Coverage } from './coverage.tsx';
import { DetailPanel } from './detail-panel.tsx';

const page = (media: ReturnType<typeof mediaOf>) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <BelowPicture media={media} isLeft={false} showsPlaces={false} onPlaces={() => undefined} onCompare={undefined} />
      <DetailPanel media={media} after={null} />
    </MemoryRouter>
  </QueryClientProvider>
);
const render = (media: ReturnType<typeof mediaOf>) => renderToStaticMarkup(page(media));

/** With what is loaded when it is needed. */
async function renderWhole(media: ReturnType<typeof mediaOf>): Promise<string> {
  const { prelude } = await prerender(page(media));
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

describe('DetailPanel and what is below the picture', () => {
  it('MED-07 shows verdict, reason, keywords where they stand, how much was checked, and file', async () => {
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
    expect(html).toContain('<h2>Why it was flagged</h2>');
    expect(html).toContain('Bottle of red </span><mark>wine</mark>');
    expect(html).toContain('none of 2 present');
    expect(html).toContain('0 of 18 categories were checked');
    expect(html).toContain('JPEG · 640 kB · 1440 × 1080');
    expect(html).toContain('{&quot;sku&quot;:&quot;W-19&quot;}');
    expect(html).toContain('<dd>API</dd>');
  });

  it('MED-07 heads the evidence by what the analysis said, also after a person passed what it had flagged', () => {
    const flagged = moderationOf({ flagged: true });
    expect(render(mediaOf({ moderationFlagged: false, moderation: flagged }))).toContain('<h2>Why it was flagged</h2>');
    const safe = { moderationFlagged: false, moderation: moderationOf({}) };
    expect(render(mediaOf({ ...safe, needs_review: true }))).toContain('<h2>Why it needs a person</h2>');
    expect(render(mediaOf(safe))).toContain('<h2>Findings</h2>');
  });

  it('shows no check of an item whose uploader is blocked', async () => {
    const moderation = { ...moderationOf({ flagged: true }), author_rule: 'blocked' as const };
    const html = await renderWhole(mediaOf({ moderationFlagged: true, moderation }));
    expect(html).toContain('No check ran: its uploader is blocked.');
    expect(html).not.toContain('Keyword check');
    expect(html).toContain('0 of 18 categories were checked');
  });

  it('MED-03 says Not checked with the reason, and no check results', () => {
    const html = render(mediaOf({ moderationError: 'The analysis failed three times.' }));
    expect(html).toContain('<h2>Not checked</h2>');
    expect(html).toContain('The analysis failed three times.');
    expect(html).not.toContain('Keyword check');
    expect(html).not.toContain('categories were checked');
  });
});

it('names what was not checked, and each analyser where more than the built-in one is set', () => {
  const run = { processing_time_ms: 120, analysis_version: 'v', frames_analysed: 1 };
  const { ai_analysis: ai } = moderationOf({});
  const alone = renderToStaticMarkup(<Coverage ai={ai} run={run} />);
  expect(alone).toContain('Not assessed');
  expect(alone).not.toContain('Analysers');
  const failed = { name: 'openai-moderation', version: '1', place: 'remote', outcome: 'failed', fault: 'credentials' } as const;
  const analysers = [{ ...failed, elapsed_ms: 800, cost_micros: null, scores: {}, unmapped: [] }];
  const html = renderToStaticMarkup(<Coverage ai={ai} run={{ ...run, analysers }} />);
  expect(html).toContain('<h3>Analysers</h3>');
  expect(html).toContain('no result: its key was refused');
});
