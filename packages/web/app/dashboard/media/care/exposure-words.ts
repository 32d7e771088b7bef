import type { Exposure } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';

const of = ({ count, limit }: Exposure['hour']) =>
  limit > 0 ? `${formatCount(count)} of ${formatCount(limit)}` : formatCount(count);

/** The limit of which most is used, with its words; null = the account has none. */
export function nearestLimit({ hour, day }: Pick<Exposure, 'hour' | 'day'>) {
  const share = ({ count, limit }: Exposure['hour']) => (limit > 0 ? count / limit : -1);
  const [nearest, name] = share(day) > share(hour) ? ([day, 'day'] as const) : ([hour, 'hour'] as const);
  return nearest.limit > 0 ? { ...nearest, label: `Revealed of the ${name}’s limit` } : null;
}

/** "You revealed 23 of 60 this hour and 120 today." A limit is named where the account has one. */
export const exposureWords = ({ hour, day }: Pick<Exposure, 'hour' | 'day'>): string =>
  `You revealed ${of(hour)} this hour and ${of(day)} today.`;
