import { SubscribeResult } from '@clearframe/contract';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import { finishIdempotent } from '../idempotency/idempotency.ts';
import { sha256 } from '../security/secrets.ts';

export type OrderContext = Pick<Context, 'db' | 'clock' | 'secrets' | 'live' | 'payments' | 'presence' | 'log'>;
/** The stored form of an answer: read back from the database, so parsed. */
export const PlanAnswer = z.object({ data: SubscribeResult, message: z.string().exactOptional() });
export type PlanAnswer = z.infer<typeof PlanAnswer>;

type Once<A> = {
  name: 'subscribe' | 'upgrade' | 'cancel';
  form: z.ZodType<A>;
  accountId: string;
  /** The Idempotency-Key, or null. */
  key: string | null;
  /** What makes the request. */
  body: string;
  now: Date;
  run(tx: Tx): Promise<A>;
};

/**
 * One change of a subscription, with its answer for repeats and what open pages are told, in one transaction: after a crash all of
 * it is there or nothing.
 * @throws AppError idempotency_*, and what `run` throws
 */
export async function once<A>(
  { db, live, log, presence }: OrderContext,
  { name, form, accountId, key, body, now, run }: Once<A>,
): Promise<A> {
  const request = { accountId, route: `POST /subscriptions/${name}`, key, bodyHash: sha256(body), now };
  return answerOnce({ db, log, presence }, request, {
    replay: (begun) => form.parse(begun.answer),
    run: (begun) =>
      db.transaction(async (tx) => {
        const answer = await run(tx);
        if (begun) await finishIdempotent(tx, begun.claim, { status: 200, answer, now });
        await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
        return answer;
      }),
  });
}
