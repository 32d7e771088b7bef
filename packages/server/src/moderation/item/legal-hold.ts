import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, media, user } from '../../db/schema.ts';
import { announceChange } from '../../live/announce.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import type { MediaRow } from './media-row.ts';

type LegalHoldContext = Pick<Context, 'clock' | 'db'> & { live: Pick<Context['live'], 'publish'> };

export type LegalHoldChange = { mediaId: string; reason: string };
/** `already` = it was so before, nothing changed; `unknown` = there is no such item. */
export type LegalHoldOutcome = 'ok' | 'already' | 'unknown';

/** Keeps the reasons of earlier holds: the column is the item's whole history of them. */
const withReason = (now: Date, word: 'held' | 'released', reason: string) =>
  sql`concat_ws('; ', nullif(${media.legalHoldReason}, ''), ${`${word} ${now.toISOString()}: ${reason}`}::text)`;

async function change(context: LegalHoldContext, { mediaId, reason }: LegalHoldChange, hold: boolean): Promise<LegalHoldOutcome> {
  const { clock, db, live } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const fits = hold ? isNull(media.legalHoldAt) : isNotNull(media.legalHoldAt);
    const [item]: MediaRow[] = await tx
      .update(media)
      .set({ legalHoldAt: hold ? now : null, legalHoldReason: withReason(now, hold ? 'held' : 'released', reason) })
      .where(and(eq(media.id, mediaId), fits))
      .returning();
    if (!item) {
      const known = await tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId));
      return known.length > 0 ? 'already' : 'unknown';
    }
    const kind = hold ? 'media.held' : 'media.released';
    await recordSecurityEvent(tx, {
      kind,
      accountId: item.accountId,
      detail: mediaId,
      subject: { type: 'media', id: mediaId },
      at: now,
    });
    await announceChange(live, item, tx);
    return 'ok';
  });
}

/** Withholds an item: nothing deletes it and nobody is served a preview or the original until it is released. */
export function placeLegalHold(context: LegalHoldContext, wanted: LegalHoldChange): Promise<LegalHoldOutcome> {
  return change(context, wanted, true);
}

/** Lifts a hold. An item of an account that was deleted meanwhile goes with the next sweep. */
export function liftLegalHold(context: LegalHoldContext, wanted: LegalHoldChange): Promise<LegalHoldOutcome> {
  return change(context, wanted, false);
}

/** What lies under hold, oldest first, with what the operator needs to report it. */
export function listLegalHolds({ db }: Pick<Context, 'db'>) {
  return db
    .select({
      id: media.id,
      legalHoldAt: media.legalHoldAt,
      reason: media.legalHoldReason,
      objectKey: media.objectKey,
      pack: media.pack,
      originalUrl: media.originalUrl,
      uploadedAt: media.createdAt,
      accountId: media.accountId,
      accountDeletedAt: account.deletedAt,
      uploader: { id: user.id, name: user.name, email: user.email },
    })
    .from(media)
    .innerJoin(account, eq(account.id, media.accountId))
    .leftJoin(user, eq(user.id, media.createdBy))
    .where(isNotNull(media.legalHoldAt))
    .orderBy(asc(media.legalHoldAt), asc(media.id));
}
