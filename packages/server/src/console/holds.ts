import { AppError, type OperatorHold } from '@clearframe/contract';
import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { account, membership, user } from '../db/schema.ts';
import { liftLegalHold, listLegalHolds, placeLegalHold } from '../moderation/item/legal-hold.ts';
import { recordAct } from './operator-log.ts';

/** Accounts by id, as people call them. */
async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: account.id, name: account.name, owner: user.name, role: membership.role })
    .from(account)
    .leftJoin(membership, eq(membership.accountId, account.id))
    .leftJoin(user, eq(user.id, membership.userId))
    .where(inArray(account.id, [...ids]));
  return new Map(
    rows.flatMap(({ id, name, owner, role }) => (name ? [[id, name]] : role === 'owner' && owner ? [[id, owner]] : [])),
  );
}

/** Items under legal hold, oldest first: when and why, never what they show. */
export async function listHolds({ db }: Pick<Context, 'db'>): Promise<OperatorHold[]> {
  const held = await listLegalHolds({ db });
  const names = await namesOf(db, [...new Set(held.map(({ accountId }) => accountId))]);
  return held.map(({ id, accountId, legalHoldAt, reason, uploadedAt }) => ({
    media_id: id,
    account_name: names.get(accountId) ?? accountId,
    held_at: (legalHoldAt ?? uploadedAt).toISOString(),
    reasons: reason ?? '',
    uploaded_at: uploadedAt.toISOString(),
  }));
}

/**
 * Places or lifts a hold, and writes down who did it, in one transaction.
 * @throws AppError media_not_found, already_held, not_held
 */
export async function changeHold(
  { clock, db, live }: Pick<Context, 'clock' | 'db' | 'live'>,
  { hold, mediaId, reason, actor }: { hold: boolean; mediaId: string; reason: string; actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const change = hold ? placeLegalHold : liftLegalHold;
    const outcome = await change({ db: tx, live, clock }, { mediaId, reason });
    if (outcome === 'unknown') throw new AppError('media_not_found');
    if (outcome === 'already') throw new AppError(hold ? 'already_held' : 'not_held');
    await recordAct(tx, { actor, action: hold ? 'hold' : 'release', subject: `item ${mediaId}`, reason });
  });
}
