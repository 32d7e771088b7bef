import { KeywordsUnfinished, partially } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { checkKeywords, searchedText } from './check-keywords.ts';

const seen = { description: 'A photograph in brown and white of a leather boot.', text: 'SALE 50%' };
const nothing = { title: null, description: null, caption: null, tags: [] };
const rules = (forbidden: string[], required: string[] = []) => ({
  forbidden: partially(forbidden),
  required: partially(required),
  leetspeak: false,
});

const wild = (text: string) => ({ ...rules([]), forbidden: [{ text, match: 'wildcard' as const }] });

describe('checkKeywords', () => {
  it('KEY-03 fails on any forbidden keyword: whatever its case, as a part of a word, as a phrase', () => {
    for (const keyword of ['BOOT', 'leath', 'brown and white', 'ｂｏｏｔ', 'bo\u200bot']) {
      const check = checkKeywords(searchedText(seen, nothing), rules(['absent', keyword]));
      expect(check).toMatchObject({ passed: false, foundForbidden: [keyword], detectedKeywords: [keyword] });
    }
  });

  it('KEY-03 needs one of the required keywords, not all', () => {
    const text = searchedText(seen, nothing);
    expect(checkKeywords(text, rules([], ['hat', 'boot']))).toMatchObject({
      passed: true,
      missingRequired: [],
      detectedKeywords: ['boot'],
    });
    expect(checkKeywords(text, rules([], ['hat', 'scarf']))).toMatchObject({
      passed: false,
      reason: 'None of the required keywords was found.',
      missingRequired: ['hat', 'scarf'],
      detectedKeywords: [],
    });
  });

  it('KEY-03 takes an empty list as no rule', () => {
    expect(checkKeywords(searchedText(seen, nothing), rules([]))).toMatchObject({
      passed: true,
      missingRequired: [],
      foundForbidden: [],
    });
  });

  it('UP-06 carries both spellings with the same list', () => {
    const check = checkKeywords(searchedText(seen, nothing), rules(['boot', 'sale'], ['hat']));
    expect(check.found_forbidden).toEqual(['boot', 'sale']);
    expect(check.foundForbidden).toEqual(check.found_forbidden);
    expect(check.missing_required).toEqual(['hat']);
    expect(check.missingRequired).toEqual(check.missing_required);
    expect(check.reason).toBe('Forbidden keywords were found: “boot”, “sale”. None of the required keywords was found.');
  });

  it('KEY-04 searches what is described and read in the picture, and caption, title, description and tags', () => {
    const written = { title: 'first', description: 'second', caption: 'third', tags: ['fourth', 'fifth'] };
    for (const keyword of ['leather', '50%', 'first', 'second', 'third', 'fourth', 'fifth'])
      expect(checkKeywords(searchedText(seen, written), rules([keyword])).foundForbidden).toEqual([keyword]);
  });

  it('KEY-04 finds no phrase that only two texts side by side would make', () => {
    const written = { ...nothing, tags: ['red', 'light'] };
    expect(checkKeywords(searchedText(seen, written), rules(['red light'])).passed).toBe(true);
  });

  it('SEC-06 fails a text that is too long to be searched, and says so', () => {
    const text = 'ﷺ'.repeat(6_000);
    expect(checkKeywords(text, rules(['boot']))).toMatchObject({ passed: false, reason: expect.stringContaining('too long') });
    expect(checkKeywords(text, rules([], ['boot'])).passed).toBe(false);
    expect(checkKeywords(text, rules([])).passed).toBe(true);
  });

  it('SEC-06 says nothing of a text when its time is up: a check that did not end never passes', () => {
    const many = Array.from({ length: 500 }, (_, n) => `word ${n}`);
    expect(() => checkKeywords('a text', rules(many), () => true)).toThrow(KeywordsUnfinished);
    expect(() => checkKeywords(`${'a '.repeat(4_000)}ab`, wild('a a *b'), () => true)).toThrow(KeywordsUnfinished);
  });

  it('KEY-03 names a keyword of both lists once among those found', () => {
    expect(checkKeywords(searchedText(seen, nothing), rules(['boot'], ['boot'])).detectedKeywords).toEqual(['boot']);
  });
});
