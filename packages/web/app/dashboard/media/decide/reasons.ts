import { type Label, labelFor, type MediaUpload } from '@clearframe/contract';
import { standing } from './situation.ts';

/** What can be chosen on a page: the account's own reasons first, then those that every account has, as long as they are on. */
export const offeredReasons = (labels: readonly Label[]): Label[] =>
  labels.filter(({ active }) => active).toSorted((a, b) => Number(a.built_in) - Number(b.built_in));

/** The reason of the digit 1 to 9; the others have no key. */
export const reasonOf = (labels: readonly Label[], digit: string): Label | undefined => offeredReasons(labels)[Number(digit) - 1];

/** The Fail that another person has to agree with; null = none waits. */
export function waitingFail(media: MediaUpload) {
  const made = standing(media);
  return made?.state === 'waiting_second' ? made : null;
}

/**
 * The reason that a Fail bears where none is chosen: that of the Fail which it agrees with, else the one that fits what was found. Of an
 * item of the sample it does not depend on its verdict.
 */
export function usualReason(labels: readonly Label[], media: MediaUpload): Label {
  const asked = waitingFail(media)?.label?.id;
  return labels.find(({ id, active }) => active && id === asked) ?? labelFor(labels, media.moderation?.ai_analysis);
}
