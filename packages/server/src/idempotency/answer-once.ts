import type { Context } from '../context.ts';
import { isDatabaseFault } from '../db/database-fault.ts';
import { abandonIdempotent, type BeginOptions, type Begun, beginIdempotent, claimOf } from './idempotency.ts';

type Replay = Extract<Begun, { kind: 'replay' }>;
/** The right to run a request, and what was known of it before. */
export type Run = Exclude<Begun, Replay>;

/**
 * One answer for each Idempotency-Key. `run` does the work and finishes the claim that it is given, in the transaction of the work where
 * there is one; without a key it is given none. A refusal frees the key; where an item was stored under it, the next request goes on
 * with that.
 * @param work.replay what a request that ran before is answered
 * @throws AppError idempotency_running, idempotency_mismatch, and what the work throws
 */
export async function answerOnce<A>(
  { db, log, presence }: Pick<Context, 'db' | 'log' | 'presence'>,
  { key, ...options }: Omit<BeginOptions, 'key'> & { key: string | null },
  { run, replay }: { run(begun: Run | null): Promise<A>; replay(begun: Replay): A | Promise<A> },
): Promise<A> {
  if (key === null) return await run(null);
  const asked = { key, processId: presence.id, ...options };
  const begun = await beginIdempotent(db, asked).catch((error: unknown) => {
    // The database may have taken the claim and gone before it said so: nobody would end it for as long as this process lives.
    if (isDatabaseFault(error)) presence.whenBack(() => abandonIdempotent(db, claimOf(asked)));
    throw error;
  });
  if (begun.kind === 'replay') return await replay(begun);
  try {
    return await run(begun);
  } catch (error) {
    const abandon = () => abandonIdempotent(db, begun.claim);
    await abandon().catch((cause) => {
      log.warn({ err: cause }, 'key not freed yet');
      presence.whenBack(abandon);
    });
    throw error;
  }
}
