import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { needsAPerson, verdictOf, wantsReview } from '../../../shared/verdict/verdict.ts';

type Decision = MediaUpload['decisions'][number];

/** A decision that was not applied, because somebody else was first. */
export type LostRace = {
  id: string;
  verdict: ManualVerdict;
  note: string;
  label: string | null;
  /** Id of the newest decision that its maker saw; null = none. */
  seen: string | null;
};

/** What a person finds when they open an item: the words, the buttons and the consequence follow from it. */
export type Situation =
  | { kind: 'open' }
  /** Somebody else looks at it. */
  | { kind: 'held'; name: string }
  /** `wanted` was not applied. */
  | { kind: 'lost'; name: string; verdict: ManualVerdict; wanted: ManualVerdict }
  /** `name` null = by the person who looks. `undoable`: a moment ago. `waits`: another person has to agree. */
  | { kind: 'made'; name: string | null; verdict: ManualVerdict; decision: Decision | null; undoable: boolean; waits: boolean };

export type Onlooker = {
  userId: string;
  /** Who else holds the item. */
  holder: string | null;
  lost: LostRace | null;
  /** The item that they decided a moment ago. */
  justDecided: string | null;
  /** Their verdict on it that its decisions do not tell of yet. */
  unread: ManualVerdict | null;
};

const verdictFor = (failed: boolean): ManualVerdict => (failed ? 'fail' : 'pass');

/** In the middle of a sentence. */
export function whoDecided({ user, token }: Decision): string {
  return user?.name ?? (token === null ? 'a former member' : `the API token ${token}`);
}

/** The decision that holds. One that was just made shows before the list of them is read again. */
export function standing({ decisions, moderationFlagged }: MediaUpload): Decision | null {
  const made = decisions.findLast(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null);
  return made && made.to === moderationFlagged ? made : null;
}

const madeBy = (name: string | null, verdict: ManualVerdict, decision: Decision | null) =>
  ({ kind: 'made', name, verdict, decision, undoable: false, waits: decision?.state === 'waiting_second' }) as const;

export function situationOf(media: MediaUpload, { userId, holder, lost, justDecided, unread }: Onlooker): Situation {
  // It lasts longer than its undo where the server is slow, and nobody decides the same twice.
  if (unread !== null) return { ...madeBy(null, unread, null), undoable: justDecided === media.id };
  const made = standing(media);
  if (justDecided === media.id && media.moderationFlagged !== null && (made === null || made.user?.id === userId))
    return { ...madeBy(null, verdictFor(media.moderationFlagged), made), undoable: true };
  if (made) {
    const isOwn = made.user?.id === userId;
    if (lost?.id === media.id && !isOwn)
      return { kind: 'lost', name: whoDecided(made), verdict: verdictFor(made.to), wanted: lost.verdict };
    if (holder !== null && !isOwn && made.state === 'waiting_second') return { kind: 'held', name: holder };
    return madeBy(isOwn ? null : whoDecided(made), verdictFor(made.to), made);
  }
  return holder === null ? { kind: 'open' } : { kind: 'held', name: holder };
}

export const verbs: Record<ManualVerdict, string> = { pass: 'Passed', fail: 'Failed' };
export const verdictWord: Record<ManualVerdict, string> = { pass: 'Pass', fail: 'Fail' };
const otherVerdict = (verdict: ManualVerdict): ManualVerdict => (verdict === 'pass' ? 'fail' : 'pass');

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The heading of the decision card; null = that of the verdict. */
export function titleFor(situation: Situation, media: MediaUpload): string | null {
  if (situation.kind === 'held') return `${situation.name} is looking`;
  if (situation.kind === 'lost') return `${capital(situation.name)} ${verbs[situation.verdict].toLowerCase()} it first`;
  if (situation.kind === 'made') return `${verbs[situation.verdict]} by ${situation.name ?? 'you'}`;
  return wantsReview(media) ? needsAPerson : null;
}

const firstWords = {
  flagged: 'Pass marks it Safe. Fail confirms the flag',
  safe: 'Pass confirms it. Fail flags it',
  not_checked: 'Pass marks it Safe. Fail flags it',
} as const;

/** What follows from the buttons. Of the sample it says the same, whatever the verdict: people judge it without knowing. */
export function consequenceOf(situation: Situation, media: MediaUpload): string {
  if (situation.kind === 'held') return `It is free again when ${situation.name} decides, leaves, or is idle for 2 minutes.`;
  if (situation.kind === 'lost') return `Your ${verdictWord[situation.wanted]} was not applied.`;
  if (situation.kind === 'made') {
    if (situation.waits)
      return situation.name === null
        ? 'Your webhook is told once another person agrees.'
        : 'Fail confirms it and tells your webhook. Pass marks it Safe.';
    if (situation.undoable)
      return situation.verdict === 'fail' ? 'Your webhook is told after 8 s. Undo stops it.' : 'You can undo it for 8 s.';
    const whose = situation.name === null ? 'your first' : situation.decision?.user ? `${situation.name}’s` : 'the first';
    return `Your change is logged beside ${whose} decision.`;
  }
  if (media.sampled) return 'Pass leaves it as it is. Fail flags it and tells your webhook.';
  if (wantsReview(media)) return 'Pass keeps it Safe. Fail flags it and tells your webhook.';
  const verdict = verdictOf(media);
  if (verdict === 'not_checked' && media.moderationError !== null) return 'No frame was charged. You can decide by eye.';
  return `${firstWords[verdict]} and tells your webhook.`;
}

/** Whether the item waits for this person to decide. */
export const isAsked = (situation: Situation): boolean =>
  situation.kind === 'open' || (situation.kind === 'made' && situation.waits && situation.name !== null);

/** Which decisions the buttons and the keys offer. A decision can be undone first and changed later; what somebody holds asks first. */
export function offeredVerdicts(situation: Situation): readonly ManualVerdict[] {
  if (situation.kind === 'open') return ['pass', 'fail'];
  if (situation.kind === 'made') {
    if (situation.waits) return situation.name === null ? [] : ['pass', 'fail'];
    return situation.undoable ? [] : [otherVerdict(situation.verdict)];
  }
  return situation.kind === 'lost' && situation.wanted !== situation.verdict ? [situation.wanted] : [];
}
