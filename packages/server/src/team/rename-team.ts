import { eq } from 'drizzle-orm';
import type { SignedInMember } from '../accounts/own-accounts.ts';
import type { Context } from '../context.ts';
import { account } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { lockAsOwner } from './lock-team.ts';

/** Names the account; an empty name gives it the owner's again. @returns the name that is stored */
export async function renameTeam(
  { db, clock, live }: Context,
  owner: SignedInMember,
  name: string,
  client: Client,
): Promise<string | null> {
  const { accountId, userId } = owner;
  const stored = name === '' ? null : name;
  await db.transaction(async (tx) => {
    await lockAsOwner(tx, owner);
    await tx.update(account).set({ name: stored }).where(eq(account.id, accountId));
    await recordSecurityEvent(tx, { kind: 'account.renamed', accountId, userId, client, at: clock.now() });
    await announceMember(live, owner, tx);
  });
  return stored;
}
