import { describe, expect, it } from 'vitest';
import { markKeywords } from './keyword-marks.ts';

const marked = (text: string, forbidden: string[], required: string[] = []) =>
  markKeywords(text, forbidden, required)
    .map((part) => (part.kind === null ? part.text : part.kind === 'forbidden' ? `[${part.text}]` : `(${part.text})`))
    .join('');

describe('markKeywords', () => {
  it('KEY-03 marks every place, whatever the case and inside words', () => {
    expect(marked('Wine, winery and more WINE', ['wine'])).toBe('[Wine], [wine]ry and more [WINE]');
  });

  it('KEY-03 marks what the server finds in its own normal form', () => {
    expect(marked('A STRASSE here', ['straße'])).toBe('A [STRASSE] here');
    expect(marked('ﬁne gold', ['fine'])).toBe('[ﬁne] gold');
    expect(marked('Casino', ['casino'])).toBe('[Casino]');
    expect(marked('ca\u200bsino tonight', ['casino'])).toBe('[ca\u200bsino] tonight');
    expect(marked('gambling \n  chips', ['gambling chips'])).toBe('[gambling \n  chips]');
  });

  it('KEY-03 lets forbidden win where both meet', () => {
    expect(marked('red wine bottle', ['wine'], ['wine bottle', 'red'])).toBe('(red) [wine]( bottle)');
  });

  it('KEY-03 leaves a text without hits, and an empty one, alone', () => {
    expect(marked('three pears', ['wine'], ['knife'])).toBe('three pears');
    expect(markKeywords('', ['wine'], [])).toEqual([]);
  });

  it('KEY-03 never marks for a blank keyword', () => {
    expect(marked('three pears', ['', ' '])).toBe('three pears');
  });

  it.each([
    ['SİLAH satışı', 'silah', '[SİLAH] satışı'],
    ['a b̶o̶m̶b̶ here', 'bomb', 'a [b̶o̶m̶b̶] here'],
    ['ســلاح هنا', 'سلاح', '[ســلاح] هنا'],
    ['my bоmb!', 'bomb', 'my [bоmb]!'],
    ['a b.o.m.b. Then', 'bomb', 'a [b.o.m.b]. Then'],
    ['one bo\nmb two', 'bomb', 'one [bo\nmb] two'],
    ['𝐛𝐨𝐦𝐛 and 👩‍👩‍👧 bomb', 'bomb', '[𝐛𝐨𝐦𝐛] and 👩‍👩‍👧 [bomb]'],
  ])('KEY-03 marks in %j the disguised %s where it stands', (text, keyword, shown) =>
    expect(marked(text, [keyword])).toBe(shown),
  );

  it('KEY-03 keeps every character of the text, emoji included', () => {
    const text = `Café 👩‍👩‍👧 wine 🍷 ${'x'.repeat(4_000)} wine`;
    const parts = markKeywords(text, ['wine'], []);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter((part) => part.kind === 'forbidden')).toHaveLength(2);
  });
});
