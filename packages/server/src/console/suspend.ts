import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { lockAccount } from '../billing/move-subscription.ts';
import type { Context } from '../context.ts';
import { account } from '../db/schema.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { recordAct } from './operator-log.ts';

type Change = { accountId: string; suspend: boolean; reason: string; actor: string };

/**
 * Suspends an account, or ends that. It waits for uploads whose item is being written; from its commit on none is let in, at no door and
 * by no process. Items that are there are analysed to their end, read and decided.
 * @throws AppError not_found, already_suspended, not_suspended
 */
export async function changeSuspension(
  { clock, db, live }: Pick<Context, 'clock' | 'db' | 'live'>,
  { accountId, suspend, reason, actor }: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('not_found');
    const now = clock.now();
    const of = eq(account.id, accountId);
    const [found] = await tx.select({ suspendedAt: account.suspendedAt }).from(account).where(of);
    if ((found?.suspendedAt != null) === suspend) throw new AppError(suspend ? 'already_suspended' : 'not_suspended');
    await tx
      .update(account)
      .set({ suspendedAt: suspend ? now : null })
      .where(of);
    await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    await recordAct(tx, { actor, action: suspend ? 'suspend' : 'resume', subject: `account ${accountId}`, reason });
    const kind = suspend ? 'account.suspended' : 'account.resumed';
    await recordSecurityEvent(tx, { kind, accountId, detail: reason, at: now });
  });
}
