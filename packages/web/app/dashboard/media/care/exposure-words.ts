import type { Exposure } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';

const of = ({ count, limit }: Exposure['hour']) =>
  limit > 0 ? `${formatCount(count)} of ${formatCount(limit)}` : formatCount(count);

/** "You revealed 23 of 60 this hour and 120 today." A limit is named where the account has one. */
export const exposureWords = ({ hour, day }: Pick<Exposure, 'hour' | 'day'>): string =>
  `You revealed ${of(hour)} this hour and ${of(day)} today.`;
