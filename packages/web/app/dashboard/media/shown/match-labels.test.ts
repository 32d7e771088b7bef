import { describe, expect, it } from 'vitest';
import { distanceWords, matchWords } from './match-labels.ts';

describe('words about a match with a known picture', () => {
  it('says how far two hashes are apart', () => {
    expect([0, 1, 31].map(distanceWords)).toEqual(['the same hash', '1 of 256 bits differs', '31 of 256 bits differ']);
  });

  it('says what an item looks like', () => {
    const match = { applied: true, distance: 3, mirrored: false, media_id: null, note: null, decided_at: '2026-05-03T12:00:00Z' };
    expect(matchWords({ ...match, list: 'block', list_name: null })).toMatch(/^an item failed on .*2026$/);
    expect(matchWords({ ...match, list: 'allow', list_name: 'Ours' })).toBe('the allow list Ours');
  });
});
