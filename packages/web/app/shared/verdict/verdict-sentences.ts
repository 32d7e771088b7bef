import type { MediaUpload, Moderation } from '@clearframe/contract';

type Decision = MediaUpload['decisions'][number];

/** Who decided: a person, one who left, or a program by its token. */
export function deciderOf({ user, token }: Pick<Decision, 'user' | 'token'>): string {
  return user?.name ?? (token === null ? 'A former member' : `The API token ${token}`);
}

/** What decided where a known picture did in the place of the scores. */
function knownSentence({ ai_analysis, keyword_check }: Moderation): string {
  const known = ai_analysis.flagged ? 'A known picture flagged it' : 'A known picture passed it';
  return `${known}, the keyword check ${keyword_check.passed ? 'passed' : 'failed'}.`;
}

/** Whether nobody looked: what a blocked uploader sends is flagged before any check. */
export const isUnseen = (moderation: Moderation): boolean => moderation.author_rule === 'blocked';

/** One sentence about which of the two checks decided. */
export function checksSentence(moderation: Moderation): string {
  if (isUnseen(moderation)) return 'No check ran: its uploader is blocked.';
  if (moderation.match?.applied) return knownSentence(moderation);
  const aiPassed = !moderation.ai_analysis.flagged;
  const keywordsPassed = moderation.keyword_check.passed;
  if (aiPassed && keywordsPassed) return 'Both checks passed.';
  if (!aiPassed && !keywordsPassed) return 'Both checks failed.';
  return aiPassed ? 'The AI analysis passed, the keyword check failed.' : 'The AI analysis flagged it, the keyword check passed.';
}
