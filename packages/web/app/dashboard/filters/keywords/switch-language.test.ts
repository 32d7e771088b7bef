import { limits, type WordList } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { newRow } from './keyword-rows.ts';
import { languagesIn, roomIn, switchLanguage } from './switch-language.ts';

const list = (language: string, ...keywords: string[]): WordList => ({ language, name: language.toUpperCase(), keywords });
const german = list('de', 'eins', 'zwei', 'sex');
const dutch = list('nl', 'een', 'sex');
const lists = [german, dutch];
const textsOf = (rows: readonly { text: string; match: string }[]) => rows.map(({ text, match }) => `${text} ${match}`);

describe('switchLanguage', () => {
  it('KEY-01 adds the words as whole words and leaves what was there as it was', () => {
    const { rows, told } = switchLanguage([newRow('Sex', 'partial'), newRow()], german, lists, true);
    expect(textsOf(rows)).toEqual(['Sex partial', 'eins whole_word', 'zwei whole_word']);
    expect(told).toBe('DE: 2 words added. Save to apply.');
    expect(languagesIn(rows, lists)).toEqual(new Set(['de']));
  });

  it('KEY-02 takes the words out again, but not those of another language that is on', () => {
    const { rows: one } = switchLanguage([newRow('mine')], german, lists, true);
    const { rows: both } = switchLanguage(one, dutch, lists, true);
    const { rows, told } = switchLanguage(both, german, lists, false);
    expect(textsOf(rows)).toEqual(['mine partial', 'sex whole_word', 'een whole_word']);
    expect(told).toBe('DE: 2 words removed. Save to apply.');
    expect(languagesIn(rows, lists)).toEqual(new Set(['nl']));
  });

  it('KEY-01 always keeps a line', () => {
    const { rows: on } = switchLanguage([newRow()], dutch, lists, true);
    expect(textsOf(switchLanguage(on, dutch, lists, false).rows)).toEqual([' partial']);
  });

  it('KEY-02 adds all words of a language or none', () => {
    const full = Array.from({ length: limits.keywordsMax - 1 }, (_, n) => newRow(`word ${n}`));
    expect(roomIn(full)).toBe(1);
    const { rows, told } = switchLanguage(full, german, lists, true);
    expect(rows).toBe(full);
    expect(told).toBe('DE needs 3 words. Your list has room for 1.');
  });
});
