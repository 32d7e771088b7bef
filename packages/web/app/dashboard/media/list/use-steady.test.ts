import { describe, expect, it } from 'vitest';
import { steadied } from './use-steady.ts';

/** Items by their letters: a came before b. */
const items = (letters: string) =>
  [...letters].map((id) => ({ id, createdAt: `2026-11-24T10:00:00.${String(id.charCodeAt(0)).padStart(3, '0')}Z` }));
const letters = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');

/** What is shown of a page of four that showed `shown` and was read again as `fresh`, and how many wait. */
function read(shown: string, fresh: string, knew = shown) {
  const until = items(knew).reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '');
  const { items: now, arrivals } = steadied(items(fresh), { shown: items(shown), known: new Set(knew), until }, 4);
  return [letters(now), arrivals];
}

describe('a page of the list that is read again', () => {
  it('does not move for what arrives, and keeps what that pushed off the end', () => {
    expect(read('dcba', 'fedc')).toEqual(['dcba', 2]);
    expect(read('dcba', 'edcb')).toEqual(['dcba', 1]);
    expect(read('dcba', 'ihgf')).toEqual(['dcba', 4]);
    expect(read('ba', 'cba')).toEqual(['ba', 1]);
  });

  it('lets go what left the list, and fills up at its end', () => {
    expect(read('gfed', 'gfdc')).toEqual(['gfdc', 0]);
    expect(read('gfed', 'hgfd')).toEqual(['gfd', 1]);
  });

  it('takes back what was there before', () => {
    expect(read('fed', 'gfed', 'gfed')).toEqual(['gfed', 0]);
  });

  it('shows what is there once nothing is left of what was', () => {
    expect(read('ba', 'dc')).toEqual(['dc', 0]);
    expect(read('hgfe', 'dcba')).toEqual(['dcba', 0]);
    expect(read('', 'ba')).toEqual(['ba', 0]);
  });

  it('counts what a score puts between others', () => {
    expect(read('cba', 'cxba')).toEqual(['cba', 1]);
  });
});
