import { describe, expect, it } from 'vitest';
import { knownAddress, knownViewOf } from './known-address.ts';

const hash = 'a'.repeat(64);

describe('the address of known pictures', () => {
  it('comes back as it was written', () => {
    for (const view of [
      { list: 'block', hash: '' },
      { list: 'allow', hash },
    ] as const) {
      const address = new URL(knownAddress(view, 3), 'https://clearframe.example');
      expect(knownViewOf(address.searchParams)).toEqual(view);
      expect(address.searchParams.get('page')).toBe('3');
    }
    expect(knownAddress({ list: 'block', hash: '' })).toBe('/dashboard/content-filters/known');
  });

  it('takes what is no list or no hash for none', () => {
    expect(knownViewOf(new URLSearchParams('list=white&hash=abc'))).toEqual({ list: 'block', hash: '' });
  });
});
