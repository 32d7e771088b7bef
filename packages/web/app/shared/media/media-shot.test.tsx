import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../verdict/testing/media-of.ts';
import { MediaShot } from './media-shot.tsx';

const thumbnail = { signedThumbnailUrl: '/files/t.webp?s=1', signedDisplayUrl: '/files/d.webp?s=1' };

describe('MediaShot', () => {
  it('MED-03 veils flagged media, and names it only where it is revealed', () => {
    const html = renderToStaticMarkup(
      <MediaShot media={mediaOf({ ...thumbnail, moderationFlagged: true, title: 'Cellar red' })} />,
    );
    expect(html).toContain('data-slot="shot veil"');
    expect(html).toContain('alt="Hidden: flagged media"');
    expect(html).toContain('aria-label="Reveal Cellar red"');
    expect(html).not.toContain('alt="Cellar red"');
  });

  it('MED-03 shows a safe one by its thumbnail in the grid, and on the detail page until the large copy is loaded', () => {
    const media = mediaOf({ ...thumbnail, moderationFlagged: false, title: 'Pears' });
    expect(renderToStaticMarkup(<MediaShot media={media} />)).toContain('src="/files/t.webp?s=1" alt="Pears"');
    expect(renderToStaticMarkup(<MediaShot media={media} size="display" />)).toContain('src="/files/t.webp?s=1"');
  });

  it('MED-03 shows the small copy in a row of a list, and the thumbnail for an item that has none', () => {
    const small = { ...thumbnail, signedSmallUrl: '/files/s.webp?s=1' };
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(small)} size="small" />)).toContain('src="/files/s.webp?s=1"');
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(thumbnail)} size="small" />)).toContain('src="/files/t.webp?s=1"');
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(small)} />)).toContain('src="/files/t.webp?s=1"');
  });

  it('MED-03 says that an item is withheld, and asks for no picture, even one whose address is known', () => {
    const html = renderToStaticMarkup(<MediaShot media={mediaOf({ ...thumbnail, withheld: true, signedUrl: null })} />);
    expect(html).toContain('Withheld by the operator');
    expect(html).not.toContain('<img');
  });

  it('MED-07 never puts the original on the page: a browser may not be able to show it', () => {
    const html = renderToStaticMarkup(<MediaShot media={mediaOf({ signedUrl: '/files/original.heic' })} />);
    expect(html).toContain('Preview follows');
    expect(html).not.toContain('original.heic');
  });
});

describe('the print of a video', () => {
  const video = { ...thumbnail, mimeType: 'video/mp4', duration_ms: 42_400 };

  it('MED-03 bears its length in the grid, under the veil as without a preview', () => {
    const veiled = renderToStaticMarkup(<MediaShot media={mediaOf({ ...video, moderationFlagged: true })} />);
    expect(veiled).toContain('data-slot="shot veil"');
    expect(veiled).toMatch(/data-slot="duration".*Video<\/span>0:42/);
    const early = { ...video, duration_ms: null, signedThumbnailUrl: null, signedDisplayUrl: null };
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(early)} />)).toMatch(/Preview follows.*data-slot="duration"/);
  });

  it('MED-03 is no mark of a picture, nor of a row in a list', () => {
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(thumbnail)} />)).not.toContain('data-slot="duration"');
    expect(renderToStaticMarkup(<MediaShot media={mediaOf(video)} size="small" />)).not.toContain('data-slot="duration"');
  });
});
