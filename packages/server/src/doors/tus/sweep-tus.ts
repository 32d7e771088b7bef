import { and, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { deleteSome } from '../../db/delete-some.ts';
import { tusPiece, tusUpload } from '../../db/schema.ts';
import { keptUntil } from './tus-lease.ts';

const BATCH = 500;
const isOver = lte(tusUpload.expiresAt, sql`now()`);

/**
 * Ends uploads that got no byte for a day: their pieces are named for removal, and a sender who comes back learns it for another day. Then,
 * and a day after every other end, the row goes too.
 * @returns how many ended
 */
export async function sweepTus({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<number> {
  await deleteSome(db, tusUpload, and(isOver, ne(tusUpload.state, 'open')), signal);
  for (let expired = 0; ; ) {
    signal.throwIfAborted();
    const some = await db.transaction(async (tx) => {
      // One that is being sent goes on: each piece moves its end.
      const isIdle = or(isNull(tusUpload.leaseUntil), lt(tusUpload.leaseUntil, sql`now()`));
      const due = await tx
        .select({ id: tusUpload.id })
        .from(tusUpload)
        .where(and(isOver, eq(tusUpload.state, 'open'), isIdle))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx.update(tusUpload).set({ state: 'expired', expiresAt: keptUntil, leaseId: null }).where(inArray(tusUpload.id, ids));
      await tx.delete(tusPiece).where(inArray(tusPiece.uploadId, ids));
      return ids.length;
    });
    expired += some;
    if (some < BATCH) return expired;
  }
}
