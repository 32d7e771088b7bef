import type { Subscription, SubscriptionStatus } from '@clearframe/contract';
import { formatDay, formatShortDate } from '../../../shared/format/format.ts';

export type StatusLook = 'pass' | 'warn' | 'off';

/** The word and look of each status. */
export const statusWords: Record<SubscriptionStatus, { word: string; look: StatusLook }> = {
  trialing: { word: 'Trial', look: 'pass' },
  active: { word: 'Active', look: 'pass' },
  past_due: { word: 'Past due', look: 'warn' },
  cancelled: { word: 'Cancelled', look: 'warn' },
  expired: { word: 'Expired', look: 'off' },
  superseded: { word: 'Replaced', look: 'off' },
};

/** In the place of a plan, where an account has frames without a subscription. */
export const grantedWords = 'Granted by the operator';

/** "1 Nov – 1 Dec 2026", or with both years where they differ. */
export function periodLine({ current_period_start: from, current_period_end: to }: Subscription, timeZone?: string): string {
  const [start, end] = [formatShortDate(from, timeZone), formatShortDate(to, timeZone)];
  return start.slice(-4) === end.slice(-4) ? `${formatDay(from, timeZone)} – ${end}` : `${start} – ${end}`;
}

/** What happens at the end of the period, or should have: a provider may take a while to tell of a renewal. @param now in ms */
export function endLine(subscription: Subscription, now = Date.now()): { term: string; at: string } {
  const { next_billing_date: due, current_period_end: at, status } = subscription;
  if (due !== null) return { term: Date.parse(due) > now ? 'Renews' : 'Renewal was due', at: due };
  if (status === 'cancelled') return { term: 'Access ends on this date', at };
  return { term: status === 'expired' ? 'Ended' : 'Ends', at };
}
