import { type KeywordMatch, keywordFinder, normaliseText } from '@clearframe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Few letters, so that they meet often; with marks, signs, pairs of code units and white space. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'é', '𝒳', '漢', '1', '4', '_', '-', '*', '$', ' ', '\n'),
  maxLength: 40,
});
const keyword = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝒳', '4', '-', '*', ' '), minLength: 1, maxLength: 6 });
const modes = fc.constantFrom<KeywordMatch>('partial', 'whole_word', 'wildcard');

const holds = (what: string, pattern: string, match: KeywordMatch, leetspeak = false) =>
  keywordFinder([{ text: pattern, match }], leetspeak)(what).length > 0;

const word = '[\\p{L}\\p{N}\\p{M}_]';
const escaped = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
/** No place inside a word. */
const edge = `(?:(?<!${word})|(?!${word}))`;

/** The same rules, told to the engine of regular expressions. */
function told(pattern: string, match: KeywordMatch): RegExp {
  const needle = normaliseText(pattern);
  const parts = match === 'wildcard' ? needle.split(/\*+/u) : [needle];
  const inner = parts.map(escaped).join(`${word}*`);
  return new RegExp(match === 'partial' ? inner : `${edge}${inner}${edge}`, 'u');
}

/** Each run of the suite draws others. */
describe('matching of keywords', () => {
  it('KEY-03 finds what a regular expression of the same rule finds', () => {
    fc.assert(
      fc.property(text, keyword, modes, (what, pattern, match) => {
        const needle = normaliseText(pattern);
        // Scripts without blanks are cut into words by a dictionary: disguises.test.ts.
        fc.pre(match === 'partial' || !what.includes('漢'));
        fc.pre(needle !== '' && (match !== 'wildcard' || /[\p{L}\p{N}\p{M}_]/u.test(needle)));
        expect(holds(what, pattern, match)).toBe(told(pattern, match).test(normaliseText(what)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('KEY-03 finds a whole word only where it is found at all, and with look-alikes never less than without', () => {
    fc.assert(
      fc.property(text, keyword, modes, (what, pattern, match) => {
        if (holds(what, pattern, 'whole_word')) expect(holds(what, pattern, 'partial')).toBe(true);
        if (holds(what, pattern, match)) expect(holds(what, pattern, match, true)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('KEY-03 finds every keyword in itself, whatever its case and whatever stands around it', () => {
    fc.assert(
      fc.property(keyword, modes, fc.constantFrom('', ' ', '. '), (pattern, match, around) => {
        fc.pre(normaliseText(pattern.replaceAll('*', '')) !== '' && (match !== 'wildcard' || /[ab漢4é𝒳]/u.test(pattern)));
        const itself = match === 'wildcard' ? pattern.replaceAll('*', 'ab') : pattern;
        expect(holds(`${around}${itself.toUpperCase()}${around}`, pattern, match)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
