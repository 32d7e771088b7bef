import { AppError, type DeletionPreview } from '@clearframe/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import { deletedKey } from '../accounts/deleted-person.ts';
import { emailKey } from '../accounts/email-key.ts';
import { lockPerson } from '../accounts/lock-person.ts';
import { revokeSessions } from '../accounts/revoke-sessions.ts';
import { endPayments } from '../billing/end-payments.ts';
import { endSubscriptions } from '../billing/subscriptions.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import {
  accessToken,
  account,
  emailChange,
  invitation,
  media,
  membership,
  passkey,
  passwordReset,
  recoveryCode,
  signInChallenge,
  totp,
  user,
  webhook,
} from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { personAccounts, requireNobodyLeft } from './person-accounts.ts';

type Asker = { userId: string };

/** What signs a person in beside the password, or changes how they sign in. */
const waysIn = [emailChange, passkey, passwordReset, recoveryCode, signInChallenge, totp] as const;

/** What a deletion would take along, for the page that asks before it. */
export async function previewDeletion({ db }: Pick<Context, 'db'>, { userId }: Asker): Promise<DeletionPreview> {
  const { alone, blocked } = await personAccounts(db, userId);
  const items = alone.length === 0 ? 0 : await db.$count(media, inArray(media.accountId, alone));
  return { deletes_account: alone.length > 0, blocked: blocked.length > 0, items };
}

/** @throws AppError validation_failed unless the person typed their own address */
export async function requireOwnAddress({ db }: Pick<Context, 'db'>, { userId }: Asker, typed: string): Promise<void> {
  const [person] = await db.select({ emailKey: user.emailKey }).from(user).where(eq(user.id, userId));
  if (!person) throw new AppError('unauthenticated');
  if (emailKey(typed) === person.emailKey) return;
  const message = 'Type your email address exactly as shown';
  throw new AppError('validation_failed', { message, errors: [{ path: 'confirm', message }] });
}

/** Closes an account: whatever still comes for it is refused from this transaction on. */
async function closeAccounts(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(account).set({ deletedAt: now }).where(inArray(account.id, ids));
  await tx.update(accessToken).set({ isActive: false }).where(inArray(accessToken.accountId, ids));
  await tx.update(webhook).set({ isActive: false }).where(inArray(webhook.accountId, ids));
  await tx.delete(invitation).where(inArray(invitation.accountId, ids));
  for (const id of ids) {
    await endSubscriptions(tx, id, now);
    await endPayments(tx, id, now);
  }
}

/**
 * Deletes a person, and with them every account in which they are alone. All access ends in one transaction; what lies there is
 * removed by the job that is added in it.
 * @throws AppError members_left, unauthenticated
 */
export async function requestDeletion(
  { clock, db, log, queue }: Pick<Context, 'clock' | 'db' | 'log' | 'queue'>,
  { userId }: Asker,
  client: Client,
): Promise<void> {
  const now = clock.now();
  const accountIds = await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new AppError('unauthenticated');
    const mine = tx.select({ id: membership.accountId }).from(membership).where(eq(membership.userId, userId));
    // Locked in one order: uploads wait here and then find the account closed, and nobody joins meanwhile.
    await tx.select({ id: account.id }).from(account).where(inArray(account.id, mine)).orderBy(asc(account.id)).for('update');
    const accounts = await personAccounts(tx, userId);
    requireNobodyLeft(accounts);
    await closeAccounts(tx, accounts.alone, now);
    await tx.delete(membership).where(eq(membership.userId, userId));
    // No way in and no mailed link is left; a confirmed change of the address would take the mark away.
    for (const table of waysIn) await tx.delete(table).where(eq(table.userId, userId));
    await tx
      .update(user)
      .set({ emailKey: deletedKey(userId) })
      .where(eq(user.id, userId));
    await revokeSessions(tx, { userId, reason: 'account_deleted', now });
    for (const accountId of [...accounts.alone, ...accounts.shared])
      await recordSecurityEvent(tx, { kind: 'account.deleted', userId, accountId, client, at: now });
    await queue.add('delete-account', { userId, accountIds: accounts.alone }, { tx, singletonKey: userId });
    return accounts.alone;
  });
  log.info({ userId, accountIds }, 'a person deleted their account: removal begins');
}
