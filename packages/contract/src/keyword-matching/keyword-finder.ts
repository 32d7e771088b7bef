import { type KeywordRule, type KeywordRules, partially } from '../keywords/keywords.ts';
import * as limits from '../limits.ts';
import { type LookOut, lookOut } from './look-out.ts';
import { ascii, folded, normaliseText, tidied, visible, withoutMarks } from './normal-form.ts';
import { type Reading, readingsOf, untraced } from './readings.ts';

/** A search that its caller ended: time was up. What it had found does not say what else there is. */
export class KeywordsUnfinished extends Error {
  override name = 'KeywordsUnfinished';
}

/** A text that is too long to be searched, which must not pass for one without keywords. */
export class KeywordTextTooLong extends Error {
  override name = 'KeywordTextTooLong';
}

/** Whether the time of a search is up; asked often. */
export type IsOver = () => boolean;
const never: IsOver = () => false;

/** Steps of a search between two looks at the clock: some microseconds. */
const STEPS = 256;

/** A keyword, and what finds it as it is written and without its marks. */
export type Needle = { keyword: string; find: LookOut; findBare: LookOut; hasMarks: boolean };

const bareForm = (keyword: string) =>
  ascii.test(keyword) ? normaliseText(keyword) : tidied(folded(withoutMarks(untraced(keyword)))).text;

/** Blank keywords and repeats look for nothing. */
export function needlesOf(rules: readonly KeywordRule[]): Needle[] {
  const needles = new Map<string, Needle>();
  for (const { text: keyword, match } of rules) {
    const needle = normaliseText(keyword);
    if (needle === '' || needles.has(needle)) continue;
    const bare = bareForm(keyword);
    const find = lookOut(needle, match);
    const findBare = bare === needle ? find : bare === '' ? () => null : lookOut(bare, match);
    needles.set(needle, { keyword, find, findBare, hasMarks: bare !== needle });
  }
  return [...needles.values()];
}

/** Looks at the clock now and then. @throws KeywordsUnfinished */
export function ticker(isOver: IsOver): () => void {
  let left = STEPS;
  return () => {
    left -= 1;
    if (left > 0) return;
    left = STEPS;
    if (isOver()) throw new KeywordsUnfinished('The time for looking for keywords is up');
  };
}

/** Where a needle stands first in a reading, from a place on. */
export function placeIn({ find, findBare }: Needle, reading: Reading, from: number, tick: () => void) {
  const search = reading.bare ? findBare : find;
  let place = search(reading, from, tick);
  while (place && reading.wordsOnly && !(reading.edges().isEdge(place[0]) && reading.edges().isEdge(place[1]))) {
    tick();
    place = search(reading, reading.edges().next(place[0] + 1), tick);
  }
  return place;
}

/** @throws KeywordTextTooLong */
function bounded(text: string): string {
  const seen = text.length > limits.keywordTextMaxLength ? null : visible(text);
  if (seen === null || seen.length > limits.keywordTextMaxLength)
    throw new KeywordTextTooLong(`A text has more than ${limits.keywordTextMaxLength} characters`);
  return seen;
}

/**
 * A look-out for these keywords, prepared once for many texts. It gives those (as they were written) that occur in a text, in list
 * order, each once. Blank keywords never match. With `leetspeak` it finds what it finds without, and what is disguised.
 * The time is at most length of the text × all pieces of the keywords, and `isOver` ends it sooner.
 * @throws KeywordsUnfinished, KeywordTextTooLong from the search
 */
export function keywordFinder(rules: readonly KeywordRule[], leetspeak = false): (text: string, isOver?: IsOver) => string[] {
  const needles = needlesOf(rules);
  return (text, isOver = never) => {
    if (needles.length === 0) return [];
    const readings = readingsOf({ text: bounded(text), places: null }, leetspeak);
    const tick = ticker(isOver);
    return needles.filter((needle) => isIn(needle, readings, tick)).map(({ keyword }) => keyword);
  };
}

function isIn(needle: Needle, readings: readonly Reading[], tick: () => void): boolean {
  return readings.some((reading) => {
    tick();
    if (reading.repeats && !needle.hasMarks) return false;
    return placeIn(needle, reading, 0, tick) !== null;
  });
}

/**
 * Whether a text meets both rules: no forbidden keyword, and one of the required, if there are any. Prepared once for many texts.
 * A text that is too long to be searched meets no rule.
 * @throws KeywordsUnfinished from the test
 */
export function keywordTest({ required, forbidden, leetspeak }: KeywordRules): (text: string, isOver?: IsOver) => boolean {
  const refused = needlesOf(forbidden);
  const wanted = needlesOf(required);
  return (text, isOver = never) => {
    if (required.length === 0 && refused.length === 0) return true;
    const tick = ticker(isOver);
    try {
      const readings = readingsOf({ text: bounded(text), places: null }, leetspeak);
      const isFound = (needle: Needle) => isIn(needle, readings, tick);
      return !refused.some(isFound) && (required.length === 0 || wanted.some(isFound));
    } catch (error) {
      if (error instanceof KeywordTextTooLong) return false;
      throw error;
    }
  };
}

/** The keywords (as they were written) that occur in the text, in list order, each once, matched in the usual way. */
export function findKeywords(text: string, keywords: readonly string[]): string[] {
  return keywordFinder(partially(keywords))(text);
}
