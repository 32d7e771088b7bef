import type { Author, AuthorAction, AuthorErasure } from '@clearframe/contract';
import { formatCount, formatDate } from '../../shared/format/format.ts';

/** What holds for somebody, as a badge says it. */
export const actionWords: Record<AuthorAction, string> = { none: '–', trust: 'Trusted', watch: 'Watched', block: 'Blocked' };

export const nameOf = ({ id, name }: Pick<Author, 'id' | 'name'>): string => name ?? id;

/** "12% · 6 of 50"; a dash while nothing is checked. */
export function failWords({ fail_rate: { hits, n } }: Pick<Author, 'fail_rate'>): string {
  return n === 0 ? '–' : `${Math.round((hits / n) * 100)}% · ${formatCount(hits)} of ${formatCount(n)}`;
}

const titles: Record<Exclude<AuthorAction, 'none'>, string> = {
  trust: 'Trusted: review limits hold nothing back',
  watch: 'Watched: everything waits for a person',
  block: 'Blocked: new uploads are flagged at once',
};

/** What holds for them and by whom; null while nothing does. */
export function standingWords(author: Author): { title: string; by: string } | null {
  const { action, action_by: who, action_reason: reason, action_until: until } = author;
  if (action === 'none') return null;
  const maker = who?.type === 'rule' ? `Set by ${reason ?? 'strikes'}.` : `Set by ${who?.name || 'a former member'}.`;
  const said = who?.type !== 'rule' && reason ? ` “${reason}”` : '';
  const ends = until === null ? '' : ` Until ${formatDate(until)}.`;
  return { title: titles[action], by: `${maker}${said}${ends}` };
}

const counted = (items: number) => `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;

/** How far the erasure of somebody is, or what it left. */
export function erasureWords({ state, items, items_total: total, items_done: done, withheld }: AuthorErasure): string {
  if (state !== 'done') return `${formatCount(done)} of ${counted(total)}`;
  const went = items === 'delete' ? `${counted(done - withheld)} removed.` : `${counted(done)} kept without their name.`;
  if (withheld === 0) return went;
  return `${went} ${counted(withheld)} ${withheld === 1 ? 'stays' : 'stay'}: under legal hold, or in an open notice or appeal.`;
}
