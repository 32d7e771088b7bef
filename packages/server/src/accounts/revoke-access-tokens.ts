import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { accessToken, account, membership } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';

/**
 * Switches every API token of the accounts that a person owns off: a thief of their session may have copied one. The rows stay, so
 * that the list says which programs need a new one. The person is locked already.
 */
export async function revokeAccessTokens(
  tx: Tx,
  { userId, client, now }: { userId: string; client: Client; now: Date },
): Promise<void> {
  const owned = tx
    .select({ id: membership.accountId })
    .from(membership)
    .where(and(eq(membership.userId, userId), eq(membership.role, 'owner')));
  // A token that is being made in one of them is stored before, or waits.
  const accounts = await tx
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.id, owned))
    .orderBy(account.id)
    .for('no key update');
  for (const { id: accountId } of accounts) {
    const off = await tx
      .update(accessToken)
      .set({ isActive: false })
      .where(and(eq(accessToken.accountId, accountId), eq(accessToken.isActive, true)))
      .returning({ id: accessToken.id });
    if (off.length === 0) continue;
    const detail = `${off.length} ${off.length === 1 ? 'token' : 'tokens'}`;
    await recordSecurityEvent(tx, { kind: 'access_token.all_revoked', userId, accountId, detail, client, at: now });
  }
}
