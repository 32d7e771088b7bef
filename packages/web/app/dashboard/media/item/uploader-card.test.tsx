import type { MediaAuthor } from '@clearframe/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ActionBadge } from '../../shell/uploader/action-badge.tsx';
import { UploaderCard } from './uploader-card.tsx';

const maria: MediaAuthor = { id: 'u/7', name: 'Maria K', url: null, created_at: null, action: 'none' };

const render = (author: MediaAuthor | null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <UploaderCard author={author} />
    </MemoryRouter>,
  );

describe('UploaderCard', () => {
  it('TRUST-B1 names the uploader and what holds for them, with the way to their page', () => {
    const html = render({ ...maria, action: 'watch' });
    expect(html).toContain('href="/dashboard/uploaders/u%2F7"');
    expect(html).toMatch(/<b dir="auto">Maria K<\/b>.*<bdi class="[^"]*mono[^"]*" title="u\/7">u\/7<\/bdi>/);
    // Its code comes when it is wanted.
    expect(renderToStaticMarkup(<ActionBadge action="watch" />)).toContain('Watched');
    expect(html).toContain('data-slot="skeleton"');
    expect(render({ ...maria, name: null })).toContain('<b dir="auto">u/7</b>');
  });

  it('TRUST-B1 says that nobody was given, and how to', () => {
    const html = render(null);
    expect(html).toContain('No uploader given.');
    expect(html).toContain('href="/docs/guides/community#hold-back-one-person"');
    expect(html).not.toContain('skeleton');
  });
});
