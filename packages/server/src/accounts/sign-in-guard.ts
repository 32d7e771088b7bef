import { AppError } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/client.ts';
import { signInGuard } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';

/** Failures before the first delay, which is a minute and doubles up to the longest. Never a lock for good. */
const freeFailures = 5;
const longestMinutes = 15;
/** A row of failures is forgotten after a day of quiet. */
export const guardKeptMs = 24 * 3_600_000;

/**
 * Counts a try before the password is looked at, so that parallel tries cannot pass together; a right password clears the count.
 * The same for addresses without an account (AUTH-16).
 * @param who a mail address; `device:…` of a browser that signed in before, or `session:…`, which a stranger's failures do not delay
 * @returns whether this try, when it fails, delays the next
 * @throws AppError rate_limited while a delay runs
 */
export async function countSignIn({ db, clock }: { db: Db; clock: Clock }, who: string): Promise<boolean> {
  const now = clock.now();
  const at = now.toISOString();
  const forgotten = new Date(now.getTime() - guardKeptMs).toISOString();
  const failures = sql`case when ${signInGuard.updatedAt} < ${forgotten}::timestamptz then 1 else ${signInGuard.failures} + 1 end`;
  const minutes = sql`least(${longestMinutes}::numeric, power(2, least(10, ${failures} - ${freeFailures})))`;
  const key = sha256(who);
  const [row] = await db
    .insert(signInGuard)
    .values({ key, failures: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: signInGuard.key,
      set: {
        failures,
        lockedUntil: sql`case when ${failures} >= ${freeFailures} then ${at}::timestamptz + ${minutes} * interval '1 minute' end`,
        updatedAt: now,
      },
      setWhere: sql`${signInGuard.lockedUntil} is null or ${signInGuard.lockedUntil} <= ${at}::timestamptz`,
    })
    .returning({ lockedUntil: signInGuard.lockedUntil });
  if (row) return row.lockedUntil !== null;
  const [locked] = await db.select({ until: signInGuard.lockedUntil }).from(signInGuard).where(eq(signInGuard.key, key));
  const waitMs = Math.max(1000, (locked?.until?.getTime() ?? 0) - now.getTime());
  throw new AppError('rate_limited', { detail: 'sign-in delay', retryAfterMs: waitMs });
}

/** Forgets the failures after a right password, or a new one. */
export async function clearSignIn(db: Db | Tx, who: string): Promise<void> {
  await db.delete(signInGuard).where(eq(signInGuard.key, sha256(who)));
}
