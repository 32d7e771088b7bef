import { AppError, type Passkey } from '@clearframe/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { passkey } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import type { Owner } from '../two-step/authenticator.ts';
import { notifyOwner } from '../two-step/notify-owner.ts';
import { findUser } from '../users.ts';

export type PasskeyRow = typeof passkey.$inferSelect;

/** A passkey as its owner sees it. */
export function passkeyView({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRow): Passkey {
  return { id, name, backedUp, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

/** Oldest first. */
export function passkeysOf(db: Db | Tx, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(passkey.createdAt), asc(passkey.id));
}

/** Another person's passkey is changed by nobody: it answers like one that does not exist. */
const own = (userId: string, id: string) => and(eq(passkey.userId, userId), eq(passkey.id, id));

/** @throws AppError passkey_not_found */
export async function renamePasskey(
  { db }: Context,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const [row] = await db.update(passkey).set({ name }).where(own(userId, id)).returning();
  if (!row) throw new AppError('passkey_not_found');
  return passkeyView(row);
}

/** @throws AppError passkey_not_found */
export async function removePasskey(context: Context, { userId, accountId }: Owner, id: string, client: Client): Promise<void> {
  const { db, clock } = context;
  const { email } = await findUser(db, userId);
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(passkey).where(own(userId, id)).returning();
    if (!row) throw new AppError('passkey_not_found');
    await recordSecurityEvent(tx, { kind: 'passkey.removed', userId, accountId, client, at: clock.now() });
    const what = `The passkey “${row.name}” was removed from your account.`;
    await notifyOwner(tx, context, { to: email, subject: 'Passkey removed', what });
  });
}
