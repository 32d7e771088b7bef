import { type MediaUpload, type Moderation, mediaKinds } from '@clearframe/contract';

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

/** What a person calls the item: its title, else the name of the file as it was sent, else the stored name. */
export function titleOf(item: Pick<MediaUpload, 'title' | 'originalFilename' | 'filename'>): string {
  return item.title || item.originalFilename || item.filename;
}

/** "JPEG" from "image/jpeg", "HEIC" from "image/heic": the word people use for the kind of file. */
export function kindWord(mimeType: string): string {
  const kind = Object.entries(mediaKinds).find(([, known]) => known.mimeType === mimeType)?.[0];
  if (kind === 'webp') return 'WebP';
  return (kind ?? mimeType).toUpperCase();
}

type Decision = MediaUpload['decisions'][number];

/** Who decided: a person, one who left, or a program by its token. */
export function deciderOf({ user, token }: Pick<Decision, 'user' | 'token'>): string {
  return user?.name ?? (token === null ? 'A former member' : `The API token ${token}`);
}

/** "Ines Sample passed it." when the verdict is a person's; null when it is that of the checks. */
export function decidedSentence({
  decisions,
  moderationFlagged,
}: Pick<MediaUpload, 'decisions' | 'moderationFlagged'>): string | null {
  const made = decisions.findLast(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null);
  // A decision that was just made shows before the list of them is read again.
  if (!made || made.to !== moderationFlagged) return null;
  return `${deciderOf(made)} ${made.to ? 'failed' : 'passed'} it.`;
}

/** One sentence about which of the two checks decided. */
export function checksSentence(moderation: Moderation): string {
  const aiPassed = !moderation.ai_analysis.flagged;
  const keywordsPassed = moderation.keyword_check.passed;
  if (aiPassed && keywordsPassed) return 'Both checks passed.';
  if (!aiPassed && !keywordsPassed) return 'Both checks failed.';
  return aiPassed ? 'The AI analysis passed, the keyword check failed.' : 'The AI analysis flagged it, the keyword check passed.';
}
