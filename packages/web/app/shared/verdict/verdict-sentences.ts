import type { MediaUpload, Moderation } from '@clearframe/contract';

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

/** The same where a known picture decided in the place of the scores. */
function knownSentence({ ai_analysis, keyword_check }: Moderation): string {
  const known = ai_analysis.flagged ? 'A known picture flagged it' : 'A known picture passed it';
  return `${known}, the keyword check ${keyword_check.passed ? 'passed' : 'failed'}.`;
}

/** One sentence about which of the two checks decided. */
export function checksSentence(moderation: Moderation): string {
  if (moderation.match?.applied) return knownSentence(moderation);
  const aiPassed = !moderation.ai_analysis.flagged;
  const keywordsPassed = moderation.keyword_check.passed;
  if (aiPassed && keywordsPassed) return 'Both checks passed.';
  if (!aiPassed && !keywordsPassed) return 'Both checks failed.';
  return aiPassed ? 'The AI analysis passed, the keyword check failed.' : 'The AI analysis flagged it, the keyword check passed.';
}
