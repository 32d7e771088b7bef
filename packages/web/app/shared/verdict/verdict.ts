import type { MediaUpload } from '@clearframe/contract';

export type Verdict = 'flagged' | 'safe' | 'not_checked';

/** MED-03. Without a flag an item is Not checked: never Safe by default. */
export function verdictOf(item: Pick<MediaUpload, 'moderationFlagged'>): Verdict {
  if (item.moderationFlagged === null) return 'not_checked';
  return item.moderationFlagged ? 'flagged' : 'safe';
}

export const verdictWords: Record<Verdict, string> = { flagged: 'Flagged', safe: 'Safe', not_checked: 'Not checked' };

/** What the badge of an item says first. */
export function stateWord(item: Pick<MediaUpload, 'moderationFlagged' | 'sampled'>): string {
  return item.sampled ? 'Sample' : verdictWords[verdictOf(item)];
}

/** A Safe item with a score between the review and the flag line: a person should look. */
export function wantsReview(item: Pick<MediaUpload, 'moderationFlagged' | 'needs_review'>): boolean {
  return item.needs_review && verdictOf(item) === 'safe';
}

/** What a person calls the item: its title, else the name of the file as it was sent, else the stored name. */
export function titleOf(item: Pick<MediaUpload, 'title' | 'originalFilename' | 'filename'>): string {
  return item.title || item.originalFilename || item.filename;
}
