import { AppError, limits } from '@clearframe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media, notice } from '../db/schema.ts';
import { keepItems } from '../moderation/item/keep-items.ts';
import { authorize } from '../security/authorized.ts';
import { findCopies, itemAt } from './find-copies.ts';
import { lockOpenNotice } from './read-notices.ts';

type LinkContext = Pick<Context, 'db'>;

/**
 * Finds the item that an open notice names, where none is linked, and the copies of it. A link that a person made meanwhile stays, and so
 * does what was found for it: nothing is written for another item than the linked one. It may run twice.
 */
export async function searchCopies(context: LinkContext, noticeId: string): Promise<void> {
  const { db } = context;
  const [row] = await db.select().from(notice).where(eq(notice.id, noticeId));
  if (!row || row.outcome !== null) return;
  const found = row.mediaId ?? (row.itemUrl === null ? undefined : await itemAt(context, row.accountId, row.itemUrl));
  if (found === undefined) return;
  const copies = (await findCopies(context, row.accountId, found)).slice(0, limits.noticeCopiesMax);
  const asBefore = row.mediaId === null ? isNull(notice.mediaId) : eq(notice.mediaId, found);
  await db.transaction(async (tx) => {
    const kept = new Set(await keepItems(tx, row.accountId, [found, ...copies.map((copy) => copy.media_id)]));
    if (row.mediaId === null && !kept.has(found)) return;
    await tx
      .update(notice)
      .set({ mediaId: found, copies: copies.filter((copy) => kept.has(copy.media_id)) })
      .where(and(eq(notice.id, noticeId), isNull(notice.outcome), asBefore));
  });
}

/**
 * Links an open notice to an item of the account, and searches its copies.
 * @throws AppError notice_not_found, notice_decided, media_not_found
 */
export async function linkNotice(context: LinkContext, owner: { accountId: string }, id: string, mediaId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockOpenNotice(tx, owner, id);
    await keepItems(tx, owner.accountId, [mediaId]);
    const [item] = await tx.select().from(media).where(eq(media.id, mediaId));
    if (!authorize(item, owner, 'media_not_found').kept) throw new AppError('media_not_found');
    await tx.update(notice).set({ mediaId, copies: [] }).where(eq(notice.id, row.id));
  });
  await searchCopies(context, id);
}
