import { expect, describe as group, it } from 'vitest';
import { nameColour, summariseColours } from './colours.ts';
import { describe } from './describe.ts';

const seen = {
  width: 720,
  height: 540,
  pages: 1,
  scores: { sexual_explicit: 0.1, sexual_suggestive: 0.1, synthetic: 0.1 },
  neutral: 0.9,
  colours: { colours: ['grey' as const, 'blue' as const], brightness: 0.5 },
  text: '',
};

group('describe', () => {
  it('KEY-04 says kind, size, format and colours in plain words, without digits', () => {
    expect(describe(seen)).toBe('A medium-sized photograph-like picture in landscape format. Main colours: grey and blue.');
  });

  it('KEY-04 repeats what was read, a long text cut short', () => {
    expect(describe({ ...seen, text: 'FREE\nCASINO' })).toContain(' It says: “FREE CASINO”.');
    expect(describe({ ...seen, text: 'x'.repeat(161) })).toContain(`“${'x'.repeat(160)}…”`);
  });

  it('KEY-04 names a category from its review threshold on, not below', () => {
    expect(describe({ ...seen, scores: { sexual_explicit: 0.3999 } })).not.toContain('explicit');
    expect(describe({ ...seen, scores: { sexual_explicit: 0.4 } })).toContain('It shows sexually explicit content.');
    expect(describe({ ...seen, scores: { sexual_suggestive: 0.7999 } })).not.toContain('suggestive');
    expect(describe({ ...seen, scores: { sexual_suggestive: 0.8 } })).toContain('It shows a suggestive pose or clothing.');
  });

  it('KEY-04 calls a picture a drawing or a photograph only when that is clear', () => {
    expect(describe({ ...seen, neutral: 0.5, scores: { synthetic: 0.79 } })).toContain('A medium-sized picture in');
    expect(describe({ ...seen, neutral: 0.1, scores: { synthetic: 0.8 } })).toContain('drawing or illustration');
    expect(describe({ ...seen, pages: 12 })).toContain('A medium-sized animation');
    expect(describe({ ...seen, pages: 12, scores: { synthetic: 0.8 } })).toContain('drawn animation');
  });

  it.each([
    [100, 100, 'small', 'square'],
    [600, 800, 'medium-sized', 'portrait'],
    [4000, 3000, 'large', 'landscape'],
    [4000, 1000, 'large', 'panorama'],
  ])('puts %i × %i pixels into words', (width, height, size, format) => {
    const words = describe({ ...seen, width, height });
    expect(words).toContain(`A ${size} `);
    expect(words).toContain(format);
  });

  it('says dark and bright, and nothing of colours where none stands out', () => {
    expect(describe({ ...seen, colours: { colours: [], brightness: 0.1 } })).toMatch(/format\. The picture is dark\.$/);
    expect(describe({ ...seen, colours: { colours: ['white'], brightness: 0.9 } })).toMatch(
      /Main colour: white\. The picture is bright\.$/,
    );
  });
});

group('colours', () => {
  it.each([
    [0, 0, 0, 'black'],
    [255, 255, 255, 'white'],
    [128, 128, 128, 'grey'],
    [200, 20, 20, 'red'],
    [240, 140, 20, 'orange'],
    [110, 70, 30, 'brown'],
    [225, 205, 175, 'beige'],
    [240, 220, 40, 'yellow'],
    [30, 140, 50, 'green'],
    [40, 180, 190, 'turquoise'],
    [40, 80, 200, 'blue'],
    [120, 40, 190, 'purple'],
    [240, 130, 190, 'pink'],
  ])('names %i, %i, %i', (red, green, blue, name) => expect(nameColour(red, green, blue)).toBe(name));

  it('lists the largest first and leaves out what covers little', () => {
    const pixels = (count: number, colour: number[]) => Array.from({ length: count }, () => colour).flat();
    const rgb = Uint8Array.from([...pixels(120, [128, 128, 128]), ...pixels(20, [200, 20, 20]), ...pixels(4, [40, 80, 200])]);
    expect(summariseColours(rgb).colours).toEqual(['grey', 'red']);
  });

  it('measures brightness from black to white', () => {
    expect(summariseColours(new Uint8Array(60)).brightness).toBe(0);
    expect(summariseColours(new Uint8Array(60).fill(255)).brightness).toBeCloseTo(1);
  });
});
