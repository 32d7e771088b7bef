import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ErasureRow } from '../authors/erasure-row.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { authorErasure, knownPicture, knownState, media } from '../db/schema.ts';
import { announceMedia } from '../live/announce.ts';
import { removeRow } from '../moderation/item/remove-item.ts';
import { removeSoon } from '../objects/object-removal.ts';
import { isKeptFor } from '../retention/judge-age.ts';
import { forgetAuthorIn } from './forget-author-in.ts';

export type EraseContext = Pick<Context, 'clock' | 'db' | 'live' | 'storage'>;

/** Items of one transaction. */
const BATCH = 50;

/** Hashes that decisions on these items left in known pictures. Those of imported lists, and what a notice put there, stay. */
async function forgetHashes(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  const known = and(inArray(knownPicture.mediaId, [...ids]), isNull(knownPicture.importId));
  if (((await tx.delete(knownPicture).where(known)).rowCount ?? 0) === 0) return;
  await tx
    .update(knownState)
    .set({ epoch: sql`${knownState.epoch} + 1` })
    .where(eq(knownState.accountId, accountId));
}

/** Items keep no link to the person, and nor does what webhooks were told of them. */
async function unlink(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(media).set({ authorId: null }).where(inArray(media.id, ids));
  await forgetAuthorIn(tx, sql`d.media_id = any(${sql.param(ids)}::uuid[])`);
}

/**
 * Takes some items of an erased author: removes them, or their link to the person. One under legal hold, or that an open notice or
 * appeal names, stays without the link. The count is part of the transaction, so that a run that dies has counted what it did.
 * @returns how many it took; 0 = none is left
 */
export async function eraseItems({ db, live, storage }: EraseContext, row: ErasureRow): Promise<number> {
  const { accountId, authorId, items } = row;
  if (authorId === null) return 0;
  const done = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from media where author_id = ${authorId}::uuid order by id limit ${BATCH} for update`);
    const ids = rows.map(({ id }) => id);
    const [last] = ids;
    if (last === undefined) return { taken: 0, objects: [] };
    // A statement of its own: it sees what was held, told or appealed until the locks were taken.
    const kept = await tx.execute<{ id: string }>(sql`
      select m.id from media m where m.id = any(${sql.param(ids)}::uuid[]) and ${isKeptFor(accountId)}`);
    const withheld = new Set(items === 'delete' ? kept.rows.map(({ id }) => id) : []);
    const gone = items === 'delete' ? ids.filter((id) => !withheld.has(id)) : [];
    await unlink(tx, items === 'delete' ? [...withheld] : ids);
    if (gone.length > 0) await forgetHashes(tx, accountId, gone);
    const objects: string[] = [];
    for (const id of gone) objects.push(...((await removeRow({ live }, tx, { id }, { reason: 'the item was deleted' })) ?? []));
    await announceMedia(live, { id: last, accountId }, tx);
    await tx
      .update(authorErasure)
      .set({
        state: 'running',
        itemsDone: sql`${authorErasure.itemsDone} + ${ids.length}`,
        withheld: sql`${authorErasure.withheld} + ${withheld.size}`,
      })
      .where(eq(authorErasure.id, row.id));
    return { taken: ids.length, objects };
  });
  await removeSoon({ db, storage }, done.objects);
  return done.taken;
}
