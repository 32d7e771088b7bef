import type { Appeal, MediaUpload, Statement, StatementSettings } from '@clearframe/contract';
import { deciderOf } from '../../shared/verdict/verdict-sentences.ts';

type Decided = Pick<MediaUpload, 'decisions'>;
type Seen = Pick<MediaUpload, 'decisions' | 'withheld_for'>;

/** Why this person may not decide; null = they may, as far as the page knows. The server asks the same again. */
export type Barred = 'viewer' | 'same_person' | 'break' | null;

/** Whoever failed the item, or agreed to that, has made up their mind. */
export function barredFrom({
  mayDecide,
  userId,
  item,
  settings,
}: {
  mayDecide: boolean;
  userId: string;
  item: Seen | undefined;
  settings: Pick<StatementSettings, 'same_person_appeals'> | undefined;
}): Barred {
  if (!mayDecide) return 'viewer';
  const isOwn = item?.decisions.some(({ user, to, undone_at }) => to && undone_at === null && user?.id === userId) ?? false;
  if (isOwn && settings?.same_person_appeals === false) return 'same_person';
  return item?.withheld_for ? 'break' : null;
}

/** Who decided before the appeal, oldest first, each in a line. */
export type Before = { key: string; who: string; did: string; at: string; note: string | null };

/** Decisions that were not taken back, until somebody decided the appeal. */
export function decidedBefore(item: Decided, { decided_at: until }: Pick<Appeal, 'decided_at'>): Before[] {
  return item.decisions
    .filter(({ at, undone_at }) => undone_at === null && (until === null || Date.parse(at) < Date.parse(until)))
    .map(({ id, at, user, token, to, label, note }) => ({
      key: id,
      who: deciderOf({ user, token }),
      did: `${to ? 'failed' : 'passed'} it${label ? `: ${label.name}` : ''}`,
      at,
      note,
    }));
}

/** The law or the rule that a statement names. */
export const ruleOf = ({ ground, reference }: Pick<Statement, 'ground' | 'reference'>): string =>
  `${ground === 'illegal' ? 'Law' : 'Rule'}${reference === null ? ' not named' : `: ${reference}`}`;
