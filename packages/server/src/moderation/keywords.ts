import { type Analysis, type KeywordCheck, type KeywordRules, keywordFinder } from '@clearframe/contract';

/** What the uploader wrote beside the file. */
export type UploaderTexts = {
  title: string | null;
  description: string | null;
  caption: string | null;
  tags: readonly string[];
};

/** Never part of a text that people type, so that no phrase is found across the end of one text and the start of the next. */
const BETWEEN_TEXTS = '\u001f';

/** The one text that keywords are looked for in: what was seen and read in the picture and what the uploader wrote (KEY-04). */
export function searchedText(analysis: Pick<Analysis, 'description' | 'text'>, written: UploaderTexts): string {
  const texts = [analysis.description, analysis.text, written.caption, written.title, written.description, ...written.tags];
  return texts.filter((text) => text !== null).join(BETWEEN_TEXTS);
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

/**
 * Both keyword rules: any forbidden keyword fails, and of the required ones at least one must be there. An empty list is
 * no rule (KEY-03). Every list comes in both spellings that clients read.
 */
export function checkKeywords(text: string, { forbidden, required, leetspeak }: KeywordRules): KeywordCheck {
  const foundForbidden = keywordFinder(forbidden, leetspeak)(text);
  const foundRequired = keywordFinder(required, leetspeak)(text);
  const missingRequired = foundRequired.length === 0 ? required.map((rule) => rule.text) : [];
  return {
    passed: foundForbidden.length === 0 && missingRequired.length === 0,
    reason: explain(foundForbidden, missingRequired, forbidden.length + required.length > 0),
    detectedKeywords: [...new Set([...foundForbidden, ...foundRequired])],
    missingRequired,
    missing_required: missingRequired,
    foundForbidden,
    found_forbidden: foundForbidden,
  };
}
