import type { Usage, UsageAnswer } from '@clearframe/contract';

/** What an account may do now. `checking` until the first answer; a check that failed counts as no subscription. */
export type Access =
  | { state: 'checking' }
  | { state: 'none' }
  | { state: 'exhausted'; usage: Usage }
  | { state: 'open'; usage: Usage };

/**
 * UP-08: the gate of uploading and of creating tokens, from the answer of `/subscriptions/usage`. The server's rule is a period
 * that runs now, be it of a subscription (a cancelled one keeps it to its end) or granted by the operator: then there is usage.
 */
export function accessOf(check: { data: UsageAnswer | undefined; isPending: boolean }): Access {
  if (check.data === undefined) return { state: check.isPending ? 'checking' : 'none' };
  const { usage } = check.data;
  if (usage === null) return { state: 'none' };
  return { state: usage.media_remaining > 0 ? 'open' : 'exhausted', usage };
}
