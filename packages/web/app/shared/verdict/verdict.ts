import type { MediaUpload } from '@clearframe/contract';

export type Verdict = 'flagged' | 'safe' | 'not_checked';

/** MED-03. Without a flag an item is Not checked: never Safe by default. */
export function verdictOf(item: Pick<MediaUpload, 'moderationFlagged'>): Verdict {
  if (item.moderationFlagged === null) return 'not_checked';
  return item.moderationFlagged ? 'flagged' : 'safe';
}

export const verdictWords: Record<Verdict, string> = { flagged: 'Flagged', safe: 'Safe', not_checked: 'Not checked' };

/** A Safe item with a score between the review and the flag line: a person should look. */
export function wantsReview(item: Pick<MediaUpload, 'moderationFlagged' | 'needs_review'>): boolean {
  return item.needs_review && verdictOf(item) === 'safe';
}

/** Of a Safe item that waits. The badges show it as Safe beside Review, which contradict each other when they are read out. */
export const needsAPerson = 'Needs a person';

/** What the badges of an item say, in one word or a few. */
export function stateWord(item: Pick<MediaUpload, 'moderationFlagged' | 'needs_review' | 'sampled'>): string {
  if (item.sampled) return 'Sample';
  return wantsReview(item) ? needsAPerson : verdictWords[verdictOf(item)];
}

/** What a person calls the item: its title, else the name of the file as it was sent, else the stored name. */
export function titleOf(item: Pick<MediaUpload, 'title' | 'originalFilename' | 'filename'>): string {
  return item.title || item.originalFilename || item.filename;
}
