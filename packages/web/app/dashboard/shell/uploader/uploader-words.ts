import type { Author, AuthorAction } from '@clearframe/contract';
import { formatCount, formatDate } from '../../../shared/format/format.ts';

export const nameOf = ({ id, name }: Pick<Author, 'id' | 'name'>): string => name ?? id;

type Rated = Pick<Author, 'fail_rate'>;

/** "12%"; a dash while nothing is checked. */
export const shareWords = ({ fail_rate: { hits, n } }: Rated): string => (n === 0 ? '–' : `${Math.round((hits / n) * 100)}%`);

/** "12% · 6 of 50"; a dash while nothing is checked. */
export const failWords = (author: Rated): string => {
  const { hits, n } = author.fail_rate;
  return n === 0 ? '–' : `${shareWords(author)} · ${formatCount(hits)} of ${formatCount(n)}`;
};

/** What the share is of. */
export const checkedWords = ({ fail_rate: { hits, n } }: Rated): string =>
  n === 0 ? 'Nothing checked yet' : `${formatCount(hits)} of ${formatCount(n)} checked ${n === 1 ? 'item' : 'items'} flagged`;

/** How many of their items wait for a decision. */
export const waitWords = ({ counts: { undecided } }: Pick<Author, 'counts'>): string =>
  undecided === 0
    ? 'Nothing of theirs waits for a decision'
    : `${formatCount(undecided)} of their items ${undecided === 1 ? 'waits' : 'wait'}`;

/** When none is left, if no other comes; null while there is none. Only the newest are listed, and they end last. */
export function strikesEnd({ strikes: { active, list } }: Pick<Author, 'strikes'>): { words: string; at: string } | null {
  const [newest] = list;
  return newest ? { words: active === 1 ? 'The strike ends' : 'The last strike ends', at: newest.expires_at } : null;
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
