import { describe, expect, it } from 'vitest';
import { importedWords, sourceWords } from './known-labels.ts';

describe('words about known pictures', () => {
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
});
