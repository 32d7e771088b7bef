import { limits, type MediaAuthor } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { authorsOf, strikesBeside } from './use-strikes.ts';

const author = (id: string): MediaAuthor => ({ id, name: null, url: null, created_at: null, action: 'none' });
const by = (id: string) => ({ author: author(id) });
const nobody = { author: null };

describe('strikes on cards', () => {
  it('TRUST-B1 are asked for once a person, in one order, and for no more than one call takes', () => {
    expect(authorsOf([by('b'), nobody, by('a'), by('b')])).toEqual(['a', 'b']);
    expect(authorsOf([nobody])).toEqual([]);
    const many = Array.from({ length: limits.authorsCountedMax + 5 }, (_, n) => by(`u${n}`));
    expect(authorsOf(many)).toHaveLength(limits.authorsCountedMax);
    expect(limits.mediaPageSize).toBeLessThanOrEqual(limits.authorsCountedMax);
  });

  it('TRUST-B1 are counted in words, and left out where there are none', () => {
    const data = [
      { id: 'a', active: 1 },
      { id: 'b', active: 12 },
    ];
    const words = [by('a'), by('b'), by('c'), nobody].map((item) => strikesBeside(item, { data, isError: false }));
    expect(words).toEqual(['1 strike', '12 strikes', null, null]);
  });

  it('TRUST-B1 are not none while they are read, and unknown after a fault', () => {
    expect(strikesBeside(by('a'), { data: undefined, isError: false })).toBeNull();
    expect(strikesBeside(by('a'), { data: undefined, isError: true })).toBe('strikes unknown');
    expect(strikesBeside(nobody, { data: undefined, isError: true })).toBeNull();
  });
});
