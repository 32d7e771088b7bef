import { AppError, limits } from '@clearframe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { media, notice } from '../db/schema.ts';
import type { Decider } from '../moderation/decide/decide.ts';
import { keepItems } from '../moderation/item/keep-items.ts';
import { authorize } from '../security/authorized.ts';
import { type AuditBy, recordAudit } from '../security/record-audit.ts';
import { findCopies, itemAt, searchMs } from './find-copies.ts';
import type { NoticeRow } from './notice-row.ts';
import { lockOpenNotice } from './read-notices.ts';

type SearchContext = Pick<Context, 'clock' | 'db'>;
type LinkContext = SearchContext & Pick<Context, 'queue'>;

/** Who linked a notice to an item; the server itself where the item's address was in the notice. */
async function noteLink(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  by: AuditBy,
  { id, accountId, number, mediaId }: NoticeRow,
): Promise<void> {
  const act = { action: 'notice.linked', subject: { type: 'notice', id }, detail: { number, media: mediaId } } as const;
  await recordAudit(tx, { accountId, by, ...act, at: clock.now() });
}

/**
 * Finds the item that an open notice names, where none is linked, and the copies of it. A link that a person made meanwhile stays, and so
 * does what was found for it: nothing is written for another item than the linked one. It may run twice. A search that
 * ends before every item was compared says so.
 */
export async function searchCopies(context: SearchContext, noticeId: string, withinMs = searchMs.answer): Promise<void> {
  const { db } = context;
  const [row] = await db.select().from(notice).where(eq(notice.id, noticeId));
  if (!row || row.outcome !== null) return;
  const found = row.mediaId ?? (row.itemUrl === null ? undefined : await itemAt(context, row.accountId, row.itemUrl));
  if (found === undefined) return;
  const { copies: all, isCut } = await findCopies(context, row.accountId, found, withinMs);
  const copies = all.slice(0, limits.noticeCopiesMax);
  const copiesCut = isCut || all.length > copies.length;
  const isNew = row.mediaId === null;
  const asBefore = isNew ? isNull(notice.mediaId) : eq(notice.mediaId, found);
  const isStill = and(eq(notice.id, noticeId), isNull(notice.outcome), asBefore);
  await db.transaction(async (tx) => {
    // The notice before its items, as whoever decides or links it.
    const [open] = await tx.select({ id: notice.id }).from(notice).where(isStill).for('update');
    if (!open) return;
    const kept = new Set(await keepItems(tx, row.accountId, [found, ...copies.map((copy) => copy.media_id)]));
    if (isNew && !kept.has(found)) return;
    const [written] = await tx
      .update(notice)
      .set({ mediaId: found, copies: copies.filter((copy) => kept.has(copy.media_id)), copiesCut })
      .where(eq(notice.id, noticeId))
      .returning();
    if (written && isNew) await noteLink(context, tx, 'rule', written);
  });
}

/**
 * Links an open notice to an item of the account, and searches its copies.
 * @throws AppError notice_not_found, notice_decided, media_not_found
 */
export async function linkNotice(context: LinkContext, decider: Decider, id: string, mediaId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockOpenNotice(tx, decider, id);
    await keepItems(tx, decider.accountId, [mediaId]);
    const [item] = await tx.select().from(media).where(eq(media.id, mediaId));
    if (!authorize(item, decider, 'media_not_found').kept) throw new AppError('media_not_found');
    await tx.update(notice).set({ mediaId, copies: null, copiesCut: false }).where(eq(notice.id, row.id));
    await noteLink(context, tx, decider, { ...row, mediaId });
    // Where the search of this request has too little time, or its process dies.
    await context.queue.add('search-notice-copies', { noticeId: row.id }, { tx });
  });
  await searchCopies(context, id);
}
