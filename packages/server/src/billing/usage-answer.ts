import type { UsageAnswer } from '@clearframe/contract';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../security/secrets.ts';
import { liveSubscription, subscriptionView } from './subscriptions.ts';
import { isTrialAvailable } from './trial.ts';
import { usageOf } from './usage.ts';

/** What `/subscriptions/usage` answers. An account with nothing but a grant of the operator has usage and no plan. */
export async function usageAnswer(db: Db, secrets: Secrets, accountId: string, now: Date): Promise<UsageAnswer> {
  const row = await liveSubscription(db, accountId, now);
  const view = row ? subscriptionView(row) : null;
  return {
    plan: view?.plan ?? null,
    subscription: view,
    usage: await usageOf(db, accountId, now),
    next_billing_date: view?.next_billing_date ?? null,
    trial_available: await isTrialAvailable(db, secrets, accountId),
  };
}
