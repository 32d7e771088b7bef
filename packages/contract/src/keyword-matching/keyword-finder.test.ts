import { describe, expect, it } from 'vitest';
import { type KeywordMatch, type KeywordRule, keywordFinder } from '../index.ts';

const found = (text: string, rules: [string, KeywordMatch][], leetspeak = false) =>
  keywordFinder(
    rules.map(([keyword, match]): KeywordRule => ({ text: keyword, match })),
    leetspeak,
  )(text);

describe('a keyword that is matched as a whole word', () => {
  it('KEY-03 is not found inside a longer word, of any script, and is found beside signs and at both ends', () => {
    for (const text of ['party', 'artist', 'smart', '3art', 'art_', 'artä', 'арт'])
      expect(found(text, [['art', 'whole_word']]), text).toEqual([]);
    for (const text of ['art', 'ART!', 'pop-art', '(art)', 'an art fair', 'party art', 'ａｒｔ'])
      expect(found(text, [['art', 'whole_word']]), text).toEqual(['art']);
    expect(found('Страшное дело', [['дело', 'whole_word']])).toEqual(['дело']);
    expect(found('неделость', [['дело', 'whole_word']])).toEqual([]);
  });

  it('KEY-03 may be a phrase, or begin and end with a sign', () => {
    expect(found('white  powers', [['white power', 'whole_word']])).toEqual([]);
    expect(found('White Power now', [['white power', 'whole_word']])).toEqual(['white power']);
    expect(found('see:#tag', [['#tag', 'whole_word']])).toEqual(['#tag']);
    expect(found('c++11', [['c++', 'whole_word']])).toEqual(['c++']);
  });
});

describe('a keyword with wildcards', () => {
  it('KEY-03 lets each * stand for letters and digits of one word', () => {
    const pattern: [string, KeywordMatch][] = [['bet*', 'wildcard']];
    for (const text of ['bet', 'betting', 'a BET.', 'bet365 now']) expect(found(text, pattern), text).toEqual(['bet*']);
    for (const text of ['alphabet', 'be t', 'abet']) expect(found(text, pattern), text).toEqual([]);
    expect(found('gamblers', [['g*bl*s', 'wildcard']])).toEqual(['g*bl*s']);
    expect(found('go blues', [['g*bl*s', 'wildcard']])).toEqual([]);
    expect(found('assault rifles', [['assault rif*', 'wildcard']])).toEqual(['assault rif*']);
    expect(found('casinos', [['*asino*', 'wildcard']])).toEqual(['*asino*']);
  });

  it('KEY-03 is found in nothing when it has no letter or digit', () => {
    for (const pattern of ['*', '**', '* *', '*-*']) expect(found('any - thing', [[pattern, 'wildcard']])).toEqual([]);
  });

  it('KEY-03 keeps a * that is matched in the usual way for itself', () => {
    expect(found('a f*** b', [['f***', 'partial']])).toEqual(['f***']);
    expect(found('afoul', [['f*', 'partial']])).toEqual([]);
  });

  it('SEC-06 is looked for in steps that the length of the text bounds, whatever the patterns', () => {
    const longest = `${'a '.repeat(3_000)}${'a'.repeat(6_000)} ab`;
    const patterns = [`${'*a'.repeat(49)}*b`, `*${'a '.repeat(24)}*${'a '.repeat(24)}*b`, '*a*a*a*c', 'a *a *a *a *b'];
    for (const pattern of patterns) {
      let looks = 0;
      const find = keywordFinder([{ text: pattern, match: 'wildcard' }]);
      find(longest, () => {
        looks += 1;
        return false;
      });
      // One look at the clock every 256 steps, and a step for each place where a word may begin.
      expect(looks, pattern).toBeLessThan(longest.length / 256);
    }
  });
});

describe('look-alikes', () => {
  it('KEY-03 are read as letters where that is asked for, 1 as i and as l', () => {
    const rules: [string, KeywordMatch][] = [
      ['hate', 'partial'],
      ['bitch', 'whole_word'],
      ['hell', 'partial'],
      ['ass*', 'wildcard'],
    ];
    expect(found('h4t3 b1tch he11 @$$hole', rules)).toEqual([]);
    expect(found('h4t3 b1tch he11 @$$hole', rules, true)).toEqual(['hate', 'bitch', 'hell', 'ass*']);
    expect(found('hate bitch! hell asset', rules, true)).toEqual(['hate', 'bitch', 'hell', 'ass*']);
  });

  it('KEY-03 leaves keywords with digits findable', () => {
    expect(
      found(
        'AK-47 and 420',
        [
          ['ak-47', 'whole_word'],
          ['420', 'partial'],
        ],
        true,
      ),
    ).toEqual(['ak-47', '420']);
  });
});
