import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  type KeywordRule,
  KeywordSettingsInput,
  keywordFinder,
  limits,
  refusedKeywords,
  tidyRules,
  type WordList,
} from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWordLists, wordListSource } from '../src/keywords/word-lists.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';

const lists = await readWordLists();
const rulesOf = ({ keywords }: WordList): KeywordRule[] => keywords.map((text) => ({ text, match: 'whole_word' }));

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

describe('words by language', () => {
  it('KEY-01 hold every language of the source but Klingon', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('naughty-words/package.json'));
    const files = readdirSync(folder).flatMap((name) => /^([a-z]{2,3}(-CA)?)(-u-sd-caqc)?\.json$/.exec(name)?.[1] ?? []);
    expect(lists.map(({ language }) => language).sort()).toEqual(files.filter((language) => language !== 'tlh').sort());
    expect(new Set(lists.map(({ name }) => name)).size).toBe(lists.length);
  });

  it.each(lists.map((list) => [list.name, list] as const))(
    'KEY-02 every word of %s is a keyword that can be saved',
    (_, list) => {
      const rules = rulesOf(list);
      const input = KeywordSettingsInput.safeParse({
        required_keywords: [],
        forbidden_keywords: list.keywords,
        forbidden_matches: rules.map(({ match }) => match),
      });
      expect(input.error).toBeUndefined();
      expect(refusedKeywords(rules)).toEqual([]);
      expect(tidyRules(rules)).toEqual(rules);
      expect(rules.length).toBeGreaterThan(0);
      expect(rules.length).toBeLessThanOrEqual(limits.keywordsMax);
    },
  );

  it.each(lists.map((list) => [list.name, list] as const))('KEY-03 every word of %s is found where it is written', (_, list) => {
    const missed = rulesOf(list).filter((rule) => keywordFinder([rule], false)(`… ${rule.text} …`).length === 0);
    expect(missed).toEqual([]);
  });

  it('KEY-03 give no hit on ordinary words that contain look-alikes', () => {
    const find = keywordFinder(lists.flatMap(rulesOf), false);
    expect(
      find('grapes in a bowl, a drape, Essex, a classic cocktail, the assembly, Scunthorpe, Penistone, a bass guitar'),
    ).toEqual([]);
  });

  it('KEY-02 are served with their source and licence, and save as they are', async () => {
    const browser = await registerAndSignIn(built);
    const answer = await built.app.inject({ url: '/api/keyword-settings/word-lists', headers: browser.headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({ word_lists: lists, source: wordListSource });
    const longest = lists.toSorted((one, other) => other.keywords.length - one.keywords.length)[0]?.keywords ?? [];
    const saved = await built.app.inject({
      method: 'POST',
      url: '/api/keyword-settings',
      headers: browser.headers,
      payload: { required_keywords: [], forbidden_keywords: longest, forbidden_matches: longest.map(() => 'whole_word') },
    });
    expect(saved.json().data.keyword_settings.forbiddenKeywords).toEqual(longest);
  });

  it('AUTH-07 answers 401 without a session', async () => {
    expect((await built.app.inject({ url: '/api/keyword-settings/word-lists' })).statusCode).toBe(401);
  });
});
