import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { writingBacklog } from '../../db/schema.ts';
import { backlogKey, queueBacklog } from '../../policy/want-writing.ts';
import { newId } from '../../security/new-id.ts';

/** Gives runs whose job is gone a new one: a queue that was restored without it, or every try of it failed. Returns how many. */
export async function resumeBacklogs(context: Pick<Context, 'db' | 'queue'>): Promise<number> {
  const { db, queue } = context;
  const runs = await db.select({ accountId: writingBacklog.accountId, run: writingBacklog.run }).from(writingBacklog);
  if (runs.length === 0) return 0;
  const open = await queue.openKeys(
    'read-writing',
    runs.map(({ run }) => backlogKey(run)),
  );
  let resumed = 0;
  for (const { accountId, run } of runs.filter((one) => !open.has(backlogKey(one.run))))
    resumed += await db.transaction(async (tx) => {
      const next = newId();
      // Not where its job has handed over meanwhile.
      const taken = await tx
        .update(writingBacklog)
        .set({ run: next })
        .where(and(eq(writingBacklog.accountId, accountId), eq(writingBacklog.run, run)))
        .returning({ run: writingBacklog.run });
      if (taken.length > 0) await queueBacklog(context, tx, { accountId, run: next });
      return taken.length;
    });
  return resumed;
}
