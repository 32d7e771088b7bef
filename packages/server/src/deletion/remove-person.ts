import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { toldKey, wasTold } from '../accounts/deleted-person.ts';
import type { Context } from '../context.ts';
import { changedAtOnce, untilNone } from '../db/delete-some.ts';
import { longTransaction } from '../db/long-transaction.ts';
import { dataExport, decision, media, user } from '../db/schema.ts';
import { removeExport } from '../exports/take-export.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { accountDeletedMail } from '../mail/templates/account-deleted-mail.ts';
import { clearUserRows } from './own-rows.ts';

type RemoveContext = Pick<Context, 'db' | 'live' | 'log' | 'queue' | 'secrets' | 'storage'>;

/** Everything that names a person goes in one statement. */
const erasureMs = 30 * 60_000;

/**
 * Takes the name off what they did in accounts of others, some rows at a time: whoever works on those waits for a moment only.
 * @throws the signal's reason
 */
async function forgetAuthor({ db }: Pick<RemoveContext, 'db'>, userId: string, signal?: AbortSignal): Promise<void> {
  const decided = db.select({ id: decision.id }).from(decision).where(eq(decision.userId, userId)).limit(changedAtOnce);
  await untilNone(db, (tx) => tx.update(decision).set({ userId: null }).where(inArray(decision.id, decided)), signal);
  const uploaded = and(eq(media.createdBy, userId), isNull(media.legalHoldAt));
  const items = db.select({ id: media.id }).from(media).where(uploaded).limit(changedAtOnce);
  await untilNone(db, (tx) => tx.update(media).set({ createdBy: null }).where(inArray(media.id, items)), signal);
}

/**
 * Removes a person and tells them, once, in the same transaction. When an item that they uploaded is held, name and address stay
 * with it, and nothing else.
 */
export async function removePerson(context: RemoveContext, userId: string, signal?: AbortSignal): Promise<void> {
  const { db, log } = context;
  const files = await db.select().from(dataExport).where(eq(dataExport.userId, userId));
  for (const file of files) await removeExport(context, file);
  await forgetAuthor(context, userId, signal);
  await longTransaction(db, erasureMs, async (tx) => {
    const [person] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
    if (!person) return;
    const uploaded = and(eq(media.createdBy, userId), isNotNull(media.legalHoldAt));
    const [held] = await tx.select({ id: media.id }).from(media).where(uploaded).limit(1);
    if (held) {
      await clearUserRows(tx, userId);
      await tx.update(decision).set({ userId: null }).where(eq(decision.userId, userId));
      await tx
        .update(user)
        .set({ emailKey: toldKey(userId), passwordHash: '' })
        .where(eq(user.id, userId));
    } else await tx.delete(user).where(eq(user.id, userId));
    if (!wasTold(person)) await queueMail(context, accountDeletedMail({ to: person.email }), tx);
  });
  log.info({ userId }, 'a deleted person was removed');
}
