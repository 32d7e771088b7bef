import { describe, expect, it } from 'vitest';
import { alikeWords, idIn, placeOf, senderOf } from './notice-words.ts';

describe('words about a notice', () => {
  it('TRUST-B4 says in per cent how alike a copy is, and never all where a bit differs', () => {
    expect(alikeWords({ distance: 0, mirrored: false })).toBe('100% alike');
    expect(alikeWords({ distance: 1, mirrored: false })).toBe('99% alike');
    expect(alikeWords({ distance: 31, mirrored: true })).toBe('87% alike, mirrored');
  });

  it('TRUST-B4 names who sent it', () => {
    const notifier = { name: 'Lumen Watch', email: 'a@lumen.example', on_behalf_of: null };
    expect(senderOf({ source: 'trusted_flagger', notifier })).toBe('Trusted flagger: Lumen Watch');
    expect(senderOf({ source: 'article_16', notifier })).toBe('Lumen Watch');
    expect(senderOf({ source: 'article_16', notifier: null })).toBe('Anonymous person');
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
