import { type Label, labelFor, type MediaUpload } from '@clearframe/contract';

/** What can be chosen on a page: the account's own reasons first, then those that every account has, as long as they are on. */
export const offeredReasons = (labels: readonly Label[]): Label[] =>
  labels.filter(({ active }) => active).toSorted((a, b) => Number(a.built_in) - Number(b.built_in));

/** The reason of the digit 1 to 9; the others have no key. */
export const reasonOf = (labels: readonly Label[], digit: string): Label | undefined => offeredReasons(labels)[Number(digit) - 1];

/** The reason that a Fail bears where none is chosen. Of an item of the sample it does not depend on its verdict. */
export const usualReason = (labels: readonly Label[], { moderation }: MediaUpload): Label =>
  labelFor(labels, moderation?.ai_analysis);
