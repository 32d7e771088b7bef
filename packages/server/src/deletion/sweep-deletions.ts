import { and, eq, exists, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm';
import { beingDeleted } from '../accounts/deleted-person.ts';
import type { Context } from '../context.ts';
import { account, media, payment, user } from '../db/schema.ts';

type SweepContext = Pick<Context, 'clock' | 'db' | 'queue'>;

const hourMs = 3_600_000;
/** The job of the deletion itself is given so long before another is added. */
const patienceMs = hourMs / 4;
const batch = 100;
/** A hundred that fail again and again must not keep the next ones from their turn. */
const inNoOrder = sql`random()`;

/**
 * Adds the job again for what is left of deletions: its job was lost or failed for good, or the hold that kept the rest was lifted.
 * What is held is left alone. Returns how many were added.
 */
export async function resumeDeletions({ clock, db, queue }: SweepContext): Promise<number> {
  const now = clock.now();
  // The same job is remembered for a day: one an hour is tried.
  const hour = Math.floor(now.getTime() / hourMs);
  const inAccount = eq(media.accountId, account.id);
  const held = exists(
    db
      .select({ id: media.id })
      .from(media)
      .where(and(inAccount, isNotNull(media.legalHoldAt))),
  );
  const free = exists(
    db
      .select({ id: media.id })
      .from(media)
      .where(and(inAccount, isNull(media.legalHoldAt))),
  );
  // Rows stay until the provider of payments was told, whatever is held.
  const paid = exists(db.select({ id: payment.id }).from(payment).where(eq(payment.accountId, account.id)));
  const accounts = await db
    .select({ id: account.id })
    .from(account)
    .where(and(lt(account.deletedAt, new Date(now.getTime() - patienceMs)), or(not(held), free, paid)))
    .orderBy(inNoOrder)
    .limit(batch);
  const uploaded = and(eq(media.createdBy, user.id), isNotNull(media.legalHoldAt));
  const people = await db
    .select({ id: user.id })
    .from(user)
    .where(and(beingDeleted(), not(exists(db.select({ id: media.id }).from(media).where(uploaded)))))
    .orderBy(inNoOrder)
    .limit(batch);
  let added = 0;
  for (const { id } of accounts) {
    const payload = { userId: null, accountIds: [id] };
    if (await queue.add('delete-account', payload, { singletonKey: `${id}/${hour}` })) added += 1;
  }
  for (const { id } of people) {
    if (await queue.isOpen('delete-account', id)) continue;
    if (await queue.add('delete-account', { userId: id, accountIds: [] }, { singletonKey: `${id}/${hour}` })) added += 1;
  }
  return added;
}
