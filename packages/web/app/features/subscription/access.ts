import type { Subscription, Usage, UsageAnswer } from '@clearframe/contract';

/** What an account may do now. `checking` until the first answer; a check that failed counts as no subscription. */
export type Access =
  | { state: 'checking' }
  | { state: 'none' }
  | { state: 'exhausted'; subscription: Subscription; usage: Usage }
  | { state: 'open'; subscription: Subscription; usage: Usage };

/** Statuses that end access; `cancelled` keeps it until the period ends (specification §4). */
const ended: readonly Subscription['status'][] = ['expired', 'superseded'];

/** UP-08: the gate of uploading and of creating tokens, from the answer of `/subscriptions/usage`. */
export function accessOf(check: { data: UsageAnswer | undefined; isPending: boolean }): Access {
  if (check.data === undefined) return { state: check.isPending ? 'checking' : 'none' };
  const { subscription, usage } = check.data;
  if (subscription === null || usage === null || ended.includes(subscription.status)) return { state: 'none' };
  return { state: usage.media_remaining > 0 ? 'open' : 'exhausted', subscription, usage };
}
