import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { writingBacklog } from '../db/schema.ts';
import { newId } from '../security/new-id.ts';

/** Items that a person looks at are read first: a lower turn. */
const backlogTurn = 1;

/** The key under which the queue knows a run of a backlog. */
export const backlogKey = (run: string): string => `backlog/${run}`;

/** The next job of a run, which exists exactly when the transaction commits. */
export async function queueBacklog(
  { queue }: Pick<Context, 'queue'>,
  tx: Tx,
  { accountId, run, startAfterMs }: { accountId: string; run: string; startAfterMs?: number },
): Promise<void> {
  const options = { tx, singletonKey: backlogKey(run), turn: backlogTurn };
  await queue.add('read-writing', { accountId, run }, startAfterMs === undefined ? options : { ...options, startAfterMs });
}

/**
 * Has what exists read, in the transaction in which the account begins to want it. A reading that is under way begins anew: what it has
 * read is not read again. It is added even where nothing is unread, because an analysis under way may go by the policy before.
 */
export async function wantWriting({ clock, queue }: Pick<Context, 'clock' | 'queue'>, tx: Tx, accountId: string): Promise<void> {
  const row = { run: newId(), startedAt: clock.now(), total: null, done: 0 };
  await tx
    .insert(writingBacklog)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: writingBacklog.accountId, set: row });
  await queueBacklog({ queue }, tx, { accountId, run: row.run });
}
