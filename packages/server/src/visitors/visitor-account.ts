import { eq } from 'drizzle-orm';
import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import { addMonths } from '../billing/months.ts';
import { openPeriod } from '../billing/periods.ts';
import { usageOf } from '../billing/usage.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { account } from '../db/schema.ts';
import { saveKeywordSettings } from '../keywords/keyword-settings.ts';

/** Its one keyword, so that a visitor can see a picture that words decide. The first page names it. */
const forbiddenKeywords = ['casino'];

/** Granted for a month, like a grant of the operator, and again when fewer than `least` are left. */
const grant = { months: 1, frames: 10_000, least: 100 };

const framesLeft = async (db: Db | Tx, now: Date) => (await usageOf(db, visitorAccountId, now))?.media_remaining ?? 0;

/** Sees to it that the account exists and has frames: made and granted by the server when the first visitor needs it. */
export async function readyVisitorAccount({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  if ((await framesLeft(db, now)) >= grant.least) return;
  await db.transaction(async (tx) => {
    await tx.insert(account).values({ id: visitorAccountId, name: 'Visitors', createdAt: now }).onConflictDoNothing();
    // Of two visitors at the same moment the second waits here and then finds the frames.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, visitorAccountId)).for('update');
    if ((await framesLeft(tx, now)) >= grant.least) return;
    const input = { required_keywords: [], forbidden_keywords: forbiddenKeywords };
    await saveKeywordSettings(tx, { accountId: visitorAccountId, input, now });
    await openPeriod(tx, {
      accountId: visitorAccountId,
      subscriptionId: null,
      frames: grant.frames,
      startsAt: now,
      endsAt: addMonths(now, grant.months),
      reason: 'pictures of visitors',
    });
  });
}
