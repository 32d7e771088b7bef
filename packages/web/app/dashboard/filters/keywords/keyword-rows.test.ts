import { limits, partially } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { bringIn, broughtWords, newRow, pastedLines, removeRow, rowsOf as rowsOfRules, rulesOfRows } from './keyword-rows.ts';
import { refusalWords, rowNotes } from './row-notes.ts';

const rowsOf = (keywords: string[]) => rowsOfRules(partially(keywords));

const texts = (rows: readonly { text: string }[]) => rows.map(({ text }) => text);

describe('the lines of a list', () => {
  it('KEY-01 always has one line at least, and gives up any but the last', () => {
    const rows = rowsOf([]);
    expect(texts(rows)).toEqual(['']);
    expect(removeRow(rows, rows[0]?.id ?? 0)).toEqual(rows);
    const two = rowsOf(['wine', 'knife']);
    expect(texts(removeRow(two, two[0]?.id ?? 0))).toEqual(['knife']);
  });

  it('KEY-02 saves without blanks and repeats', () => {
    expect(rulesOfRows(rowsOf([' wine ', '', 'WINE', 'knife', ' '])).map(({ text }) => text)).toEqual(['wine', 'knife']);
  });

  it('KEY-01 takes a paste of many lines behind the line it was pasted into, and tells what it left out', () => {
    const rows = [newRow('wine'), newRow(''), newRow('knife')];
    const { rows: after, brought } = bringIn(rows, ['casino', 'Wine', '', ' poker ', 'CASINO', 'x'.repeat(101)], rows[1]?.id);
    expect(texts(after)).toEqual(['wine', 'casino', 'poker', 'knife']);
    expect(brought).toEqual({ added: 2, repeats: 2, blanks: 1, tooLong: 1, overfull: 0 });
    expect(broughtWords(brought)).toBe('2 keywords added. Left out: 2 repeats, 1 blank line and 1 longer than 100 characters.');
  });

  it('KEY-01 stops at the longest list', () => {
    const rows = rowsOf(Array.from({ length: limits.keywordsMax - 1 }, (_, n) => `word ${n}`));
    const { rows: after, brought } = bringIn(rows, ['one', 'two', 'three']);
    expect(after).toHaveLength(limits.keywordsMax);
    expect(brought).toMatchObject({ added: 1, overfull: 2 });
    expect(broughtWords(brought)).toBe('1 keyword added. Left out: 2 beyond the 500 of a list.');
  });

  it('KEY-01 leaves the lines alone when nothing new is brought in', () => {
    const rows = rowsOf(['wine', '']);
    expect(bringIn(rows, ['WINE', '']).rows).toEqual(rows);
    expect(broughtWords(bringIn(rows, ['WINE']).brought)).toBe('No keyword added. Left out: 1 repeat.');
  });

  it('KEY-01 reads lines of every system, and leaves one line to the browser', () => {
    expect(pastedLines('wine\r\nknife\n')).toEqual(['wine', 'knife']);
    expect(pastedLines('white power\n')).toBeNull();
  });
});

describe('notes on lines', () => {
  const notesOf = (...keywords: string[]) => [...rowNotes(rowsOf(keywords)).values()];

  it('KEY-03 warns of short partial words, not of short words of scripts that need few characters', () => {
    expect(notesOf('art', 'wine', '酒', 'ＸＸＸ')).toEqual([
      'Short: “art” is also found inside longer words.',
      'Short: “ＸＸＸ” is also found inside longer words.',
    ]);
  });

  it('KEY-02 names the line that is repeated, and a required keyword that is forbidden too', () => {
    expect(notesOf('knife', 'Wine', 'WINE')).toEqual(['Repeats line 2 and is saved once.']);
    expect([...rowNotes(rowsOf(['bottle', 'wine']), rowsOf(['WINE'])).values()]).toEqual([
      'Also forbidden, which fails the upload.',
    ]);
  });
});

describe('wildcards beyond what can be saved', () => {
  it('SEC-06 are named at their line and under the list', () => {
    const rows = rowsOfRules([
      { text: 'bet*', match: 'wildcard' },
      { text: 'a*b*c*d*e*f', match: 'wildcard' },
      { text: 'a*b*c*d*e*f', match: 'partial' },
    ]);
    expect([...rowNotes(rows.slice(0, 2)).values()]).toEqual(['“a*b*c*d*e*f” has 5 stars. A keyword can have 4.']);
    expect(refusalWords(rows)).toBe('Can’t be saved as they are: “a*b*c*d*e*f”. Lists saved earlier keep matching.');
    expect(refusalWords(rows.slice(0, 1))).toBe('');
    const many = rowsOfRules(
      Array.from({ length: limits.keywordPatternsMax + 4 }, (_, n) => ({ text: `bet${n}*`, match: 'wildcard' })),
    );
    expect(refusalWords(many)).toBe(
      'Can’t be saved as they are: “bet100*”, “bet101*”, “bet102*” and 1 more. Lists saved earlier keep matching.',
    );
  });
});
