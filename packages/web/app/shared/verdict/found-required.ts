import type { Moderation } from '@clearframe/contract';

/** The keywords that were found and are not forbidden: the required ones that are present. */
export function foundRequired(moderation: Moderation): string[] {
  const { detectedKeywords, foundForbidden } = moderation.keyword_check;
  return detectedKeywords.filter((keyword) => !foundForbidden.includes(keyword));
}
