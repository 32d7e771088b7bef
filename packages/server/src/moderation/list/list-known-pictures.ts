import { type KnownPage, type KnownPicture, type KnownQuery, limits } from '@clearframe/contract';
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { knownImport, knownPicture, media } from '../../db/schema.ts';
import { findNear, type KnownRow, type NearContext } from '../../known-pictures/find-near.ts';
import { hashDigits } from '../../known-pictures/hash-bytes.ts';
import { smallPlace, thumbnailPlace } from '../item/item-files.ts';
import { addressSigner } from '../item/present.ts';

type ListContext = NearContext & Pick<Context, 'clock' | 'fileUrls'>;
type Listed = { row: KnownRow; listName: string | null; distance: number | null };

/** Signed addresses of the small copies of these items; none of what is withheld. */
async function thumbnails(context: ListContext, listed: readonly Listed[]): Promise<Map<string, string>> {
  const sign = addressSigner(context);
  const ids = listed.flatMap(({ row }) => row.mediaId ?? []);
  const items = ids.length > 0 ? await context.db.select().from(media).where(inArray(media.id, ids)) : [];
  return new Map(
    items.flatMap((item) => {
      const place = smallPlace(item) ?? thumbnailPlace(item);
      const { id, legalHoldAt } = item;
      return legalHoldAt === null && place !== null ? [[id, sign(place, 'image/webp', `${id}-small.webp`)] as const] : [];
    }),
  );
}

async function present(context: ListContext, listed: readonly Listed[]): Promise<KnownPicture[]> {
  const pictures = await thumbnails(context, listed);
  return listed.map(({ row, listName, distance }) => ({
    id: row.id,
    list: row.list,
    pdq: hashDigits(row.pdq),
    quality: row.quality,
    media_id: row.mediaId,
    thumbnail_url: row.mediaId === null ? null : (pictures.get(row.mediaId) ?? null),
    import: row.importId === null ? null : { id: row.importId, name: listName ?? '' },
    note: row.note,
    decided_at: row.decidedAt.toISOString(),
    distance,
  }));
}

/** One page of a list, newest first; of those that look like a hash the nearest first. */
export async function listKnown(context: ListContext, accountId: string, { list, hash, page }: KnownQuery): Promise<KnownPage> {
  const limit = limits.knownPageSize;
  const offset = (page - 1) * limit;
  if (hash !== undefined) {
    const near = await findNear(context, accountId, { pdq: hash, mirrored: hash });
    const found = near.filter(({ row }) => row.list === list);
    const known_pictures = await present(context, found.slice(offset, offset + limit));
    return { known_pictures, pagination: { page, limit, total: found.length } };
  }
  const where = and(eq(knownPicture.accountId, accountId), eq(knownPicture.list, list));
  const [counted] = await context.db.select({ total: count() }).from(knownPicture).where(where);
  const rows = await context.db
    .select({ row: knownPicture, listName: knownImport.name })
    .from(knownPicture)
    .leftJoin(knownImport, eq(knownImport.id, knownPicture.importId))
    .where(where)
    .orderBy(desc(knownPicture.decidedAt), asc(knownPicture.id))
    .limit(limit)
    .offset(offset);
  const known_pictures = await present(
    context,
    rows.map((each) => ({ ...each, distance: null })),
  );
  return { known_pictures, pagination: { page, limit, total: counted?.total ?? 0 } };
}
