import { describe, expect, it } from 'vitest';
import { distanceWords, importedWords, matchWords, sourceWords } from './known-words.ts';

describe('words about known pictures', () => {
  it('says how far two hashes are apart', () => {
    expect([0, 1, 31].map(distanceWords)).toEqual(['the same hash', '1 of 256 bits differs', '31 of 256 bits differ']);
  });

  it('says where one comes from', () => {
    const decided = { list: 'block', import: null, media_id: 'a' } as const;
    expect(sourceWords(decided)).toBe('Failed item');
    expect(sourceWords({ ...decided, media_id: null })).toBe('Failed item, deleted since');
    expect(sourceWords({ ...decided, list: 'allow' })).toBe('Passed item');
    expect(sourceWords({ ...decided, import: { id: 'a', name: 'Spring' } })).toBe('List Spring');
  });

  it('says what an import did, and nothing about what it did not', () => {
    expect(importedWords({ import: null, added: 1, repeated: 0, too_plain: 0 })).toBe('1 picture added.');
    expect(importedWords({ import: null, added: 1_200, repeated: 1, too_plain: 2 })).toBe(
      '1,200 pictures added, 1 was known already, 2 left out, because their quality is too low to tell them apart.',
    );
  });

  it('says what an item looks like', () => {
    const match = { applied: true, distance: 3, mirrored: false, media_id: null, note: null, decided_at: '2026-05-03T12:00:00Z' };
    expect(matchWords({ ...match, list: 'block', list_name: null })).toMatch(/^an item failed on .*2026$/);
    expect(matchWords({ ...match, list: 'allow', list_name: 'Ours' })).toBe('the allow list Ours');
  });
});
