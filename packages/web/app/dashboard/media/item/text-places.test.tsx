import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { hitLines } from './hit-lines.ts';
import { placedLines } from './placed-lines.ts';
import { TextPlaces } from './text-places.tsx';

const corner = (x: number, y: number) => ({ x, y });
const line = (text: string, top: number) => ({
  text,
  confidence: 0.9,
  corners: [corner(0.25, top), corner(0.75, top), corner(0.75, top + 0.1), corner(0.25, top + 0.1)] as [
    ReturnType<typeof corner>,
    ReturnType<typeof corner>,
    ReturnType<typeof corner>,
    ReturnType<typeof corner>,
  ],
});

const media = mediaOf({
  width: 400,
  height: 200,
  moderation: moderationOf({
    forbidden: ['casino'],
    ai: { text_lines: [line('FREE CASINO', 0.5), line('bonus', 0.7), { ...line('elsewhere', 0), corners: null }] },
  }),
});

describe('TextPlaces', () => {
  it('KEY-04 outlines each line where it stands, and those with a forbidden keyword in another way', () => {
    const html = renderToStaticMarkup(
      <TextPlaces media={media} hits={hitLines(['FREE CASINO', 'bonus'], ['casino'])} outlined onOpen={() => undefined} />,
    );
    expect(html).toContain('viewBox="0 0 400 200"');
    expect(html).toMatch(/<g [^>]*aria-label="FREE CASINO"[^>]*data-slot="text-places-hit"/);
    expect(html).toMatch(/<polygon class="[^"]*under[^"]*" points="100,100 300,100 300,120 100,120">/);
    expect(html.match(/<g/g)).toHaveLength(2);
  });

  it('KEY-03 KEY-04 counts a line that only its disguise keeps from being one', () => {
    expect([...hitLines(['FREE C4SINO', 'с.a.s.i.n.o', 'occasion'], ['casino'])]).toEqual(['FREE C4SINO', 'с.a.s.i.n.o']);
  });

  it('knows no places in results from before text was read', () => {
    expect(placedLines(mediaOf({ moderation: moderationOf({}) }))).toEqual([]);
    expect(placedLines(mediaOf({}))).toEqual([]);
  });
});
