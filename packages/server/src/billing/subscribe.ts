import { AppError, FREE_PLAN_ID, messages, planById, type SubscribeInput, type SubscribeResult } from '@clearframe/contract';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { abandonIdempotent, beginIdempotent, finishIdempotent, type IdempotencyClaim } from '../idempotency/idempotency.ts';
import { sha256 } from '../security/secrets.ts';
import { activateTrial } from './trial.ts';

/** Nothing more to do for the person: no payment, no page to go to. */
const done: SubscribeResult = {
  onsite_payment_uuid: null,
  onsite_payment_error: null,
  redirect_url: null,
  payment_id: null,
  scheduled_change: null,
};

type Parts = Pick<Context, 'db' | 'clock' | 'secrets' | 'live'>;
/** The stored form of an answer: read back from the database, so parsed. */
const Answer = z.object({ message: z.string() });
type Subscribed = { data: SubscribeResult; message: string };

/** The trial, and the answer for repeats, in one transaction: after a crash both are there or neither. */
async function startTrial({ db, clock, secrets, live }: Parts, accountId: string, claim: IdempotencyClaim | null) {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await activateTrial(tx, { secrets, accountId, now });
    if (claim) await finishIdempotent(tx, claim, { status: 200, answer: { message: messages.freeTrialActivated }, now });
    await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
  });
  return { data: done, message: messages.freeTrialActivated };
}

/**
 * Subscribes an account to a plan. Only the plan is read: card fields that a client may send are gone before (SUB-11).
 * @param key the Idempotency-Key, or null
 * @throws AppError plan_not_found, payment_unavailable (paid plans), trial_used, subscription_exists, idempotency_*
 */
export async function subscribe(
  parts: Parts,
  { accountId, input, key }: { accountId: string; input: SubscribeInput; key: string | null },
): Promise<Subscribed> {
  const plan = planById(input.plan_id);
  if (!plan) throw new AppError('plan_not_found');
  if (plan.id !== FREE_PLAN_ID) throw new AppError('payment_unavailable');
  if (key === null) return startTrial(parts, accountId, null);
  const { db, clock } = parts;
  const bodyHash = sha256(plan.id);
  const begun = await beginIdempotent(db, { accountId, route: 'POST /subscriptions/subscribe', key, bodyHash, now: clock.now() });
  if (begun.kind === 'replay') return { data: done, message: Answer.parse(begun.answer).message };
  try {
    return await startTrial(parts, accountId, begun.claim);
  } catch (error) {
    await abandonIdempotent(db, begun.claim);
    throw error;
  }
}
