import type { MediaUpload, Statement } from '@clearframe/contract';

/** Whether anybody may have been told why the item is restricted: a person or the analysis flagged it, now or before. */
export const mayBeExplained = ({ moderationFlagged, decisions }: Pick<MediaUpload, 'moderationFlagged' | 'decisions'>): boolean =>
  moderationFlagged === true || decisions.some(({ to }) => to);

/** Whether the decision that holds is a Fail without a statement yet. */
export function isDue(
  { decisions }: Pick<MediaUpload, 'decisions'>,
  statements: readonly Pick<Statement, 'decision_id'>[],
): boolean {
  const made = decisions.findLast(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null);
  return made?.to === true && made.state === 'final' && !statements.some(({ decision_id: id }) => id === made.id);
}

/** How the appeal stands, with the way to it; null = there is none. */
export function appealLink({ appeal }: Pick<Statement, 'appeal'>): { words: string; to: string } | null {
  if (!appeal) return null;
  if (appeal.status === 'open') return { words: 'Appeal open', to: '/dashboard/appeals' };
  const words = appeal.outcome === 'reversed' ? 'Appeal reversed it' : 'Appeal upheld';
  return { words, to: '/dashboard/appeals?status=decided' };
}
