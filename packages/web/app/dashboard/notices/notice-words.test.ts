import { describe, expect, it } from 'vitest';
import { alikeWords, headingOf, idIn, placeOf, searchWords } from './notice-words.ts';

describe('words about a notice', () => {
  it('TRUST-B4 says in per cent how alike a copy is, and never all where a bit differs', () => {
    expect(alikeWords({ distance: 0, mirrored: false })).toBe('100% alike');
    expect(alikeWords({ distance: 1, mirrored: false })).toBe('99% alike');
    expect(alikeWords({ distance: 31, mirrored: true })).toBe('87% alike, mirrored');
  });

  it('TRUST-B4 says that there are no copies only where somebody has looked for them', () => {
    const copy = { media_id: 'x', distance: 0, mirrored: false, flagged: null };
    expect(headingOf({ copies: [], copies_searched: false })).toBe('The item');
    expect(headingOf({ copies: [], copies_searched: true })).toBe('The item, no copies');
    expect(headingOf({ copies: [copy], copies_searched: true })).toBe('The item and 1 copy');
    expect(headingOf({ copies: [copy, copy], copies_searched: true })).toBe('The item and 2 copies');
    expect(searchWords({ copies_searched: false, status: 'open' })).toBe('No search for copies was made yet.');
    expect(searchWords({ copies_searched: false, status: 'decided' })).toBe('No search for copies was made.');
    expect(searchWords({ copies_searched: true, status: 'open' })).toContain('not complete');
  });

  it('TRUST-B4 reads an id out of a pasted address', () => {
    const id = '3f0f8f0e-0000-4000-8000-00000000000a';
    expect([idIn(id), idIn(`https://cf.example/dashboard/media/${id.toUpperCase()}?page=2`), idIn('none')]).toEqual([
      id,
      id,
      null,
    ]);
  });

  it('TRUST-B4 makes no link of an id that is nobody’s', () => {
    expect(placeOf('https://shop.example/1')).toEqual({ url: 'https://shop.example/1', words: 'https://shop.example/1' });
    expect(placeOf('urn:uuid:3f').url).toBeNull();
    expect(placeOf(null).url).toBeNull();
  });
});
