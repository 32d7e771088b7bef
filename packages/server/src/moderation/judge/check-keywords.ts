import {
  type Analysis,
  betweenTexts,
  type KeywordCheck,
  type KeywordRules,
  KeywordTextTooLong,
  keywordFinder,
} from '@clearframe/contract';

/** What the uploader wrote beside the file. */
export type UploaderTexts = {
  title: string | null;
  description: string | null;
  caption: string | null;
  tags: readonly string[];
};

/** The one text that keywords are looked for in: what was seen and read in the picture and what the uploader wrote (KEY-04). */
export function searchedText(analysis: Pick<Analysis, 'description' | 'text'>, written: UploaderTexts): string {
  const texts = [analysis.description, analysis.text, written.caption, written.title, written.description, ...written.tags];
  return texts.filter((text) => text !== null).join(betweenTexts);
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

function explain(foundForbidden: readonly string[], missingRequired: readonly string[], hasRules: boolean): string {
  const sentences: string[] = [];
  const [one] = foundForbidden;
  if (one !== undefined) {
    sentences.push(
      foundForbidden.length === 1
        ? `The forbidden keyword ${quoted([one])} was found.`
        : `Forbidden keywords were found: ${quoted(foundForbidden)}.`,
    );
  }
  if (missingRequired.length > 0) sentences.push('None of the required keywords was found.');
  if (sentences.length > 0) return sentences.join(' ');
  return hasRules ? 'The keyword rules are met.' : 'No keyword rules are set.';
}

const tooLong = 'The texts are too long to check for keywords.';

/** What was found of both lists; null = the text is longer than can be searched. */
function search(text: string, { forbidden, required, leetspeak }: KeywordRules, isOver?: () => boolean) {
  try {
    return {
      foundForbidden: keywordFinder(forbidden, leetspeak)(text, isOver),
      foundRequired: keywordFinder(required, leetspeak)(text, isOver),
    };
  } catch (error) {
    if (error instanceof KeywordTextTooLong) return null;
    throw error;
  }
}

/**
 * Both keyword rules: any forbidden keyword fails, and of the required ones at least one must be there. An empty list is
 * no rule (KEY-03). Every list comes in both spellings that clients read. A text that is too long to be searched fails.
 * @param isOver whether the time for it is up
 * @throws KeywordsUnfinished then: a check that did not end says nothing
 */
export function checkKeywords(text: string, rules: KeywordRules, isOver?: () => boolean): KeywordCheck {
  const { forbidden, required } = rules;
  const found = search(text, rules, isOver);
  const { foundForbidden, foundRequired } = found ?? { foundForbidden: [], foundRequired: [] };
  const missingRequired = foundRequired.length === 0 ? required.map((rule) => rule.text) : [];
  return {
    passed: found !== null && foundForbidden.length === 0 && missingRequired.length === 0,
    reason: found === null ? tooLong : explain(foundForbidden, missingRequired, forbidden.length + required.length > 0),
    detectedKeywords: [...new Set([...foundForbidden, ...foundRequired])],
    missingRequired,
    missing_required: missingRequired,
    foundForbidden,
    found_forbidden: foundForbidden,
  };
}
