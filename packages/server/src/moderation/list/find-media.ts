import { AppError, type MediaList, type MediaQuery, type MediaUpload, pagedItems } from '@clearframe/contract';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { shareCalls } from '../../db/share-calls.ts';
import { authorize } from '../../security/authorized.ts';
import { findShown, presentMedia } from '../item/present.ts';
import { countMedia } from './count-media.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { type ListPosition, laterThan, orderBy, positionAt, requireSortable } from './list-order.ts';
import { mediaConditions } from './media-filter.ts';

type FindContext = Pick<Context, 'clock' | 'db' | 'fileUrls'>;
type ListContext = FindContext & Pick<Context, 'secrets'>;
type Caller = { accountId: string };
type Row = { row: typeof media.$inferSelect; at: string };

type Place = Pick<MediaQuery, 'sort' | 'status' | 'limit'> & { isReversed?: boolean; offset?: number };

/** So many items from a place of the order on. Ids are read first: what is passed over is read in the index alone. */
export async function readRows(
  { db }: Pick<Context, 'db'>,
  where: SQL | undefined,
  { sort, status, isReversed, offset = 0, limit }: Place,
): Promise<Row[]> {
  const some = db
    .select({ id: media.id, at: positionAt(sort).as('at') })
    .from(media)
    .where(where)
    .orderBy(...orderBy(sort, isReversed, status))
    .limit(limit)
    .offset(offset)
    .as('some');
  return await db
    .select({ row: media, at: some.at })
    .from(some)
    .innerJoin(media, eq(media.id, some.id))
    .orderBy(...orderBy(sort, isReversed));
}

const positionOf = ({ row, at }: Row): ListPosition => ({ id: row.id, at });

/** @throws AppError list_page_too_far, with a header that says where to go on */
async function refuseFar(
  context: ListContext,
  { accountId }: Caller,
  where: SQL | undefined,
  query: MediaQuery,
  pagedItems: number,
): Promise<never> {
  const { sort, status } = query;
  const [last] = await readRows(context, where, { sort, status, offset: pagedItems - 1, limit: 1 });
  const cursor = last ? writeCursor(context.secrets, positionOf(last), { accountId, sort }) : '';
  const { page: _page, ...filter } = query;
  const more = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor })) if (value !== undefined) more.set(name, String(value));
  throw new AppError('list_page_too_far', {
    headers: { link: `<?${more}>; rel="next"` },
    errors: [
      { path: 'page', message: `Go on after the first ${pagedItems.toLocaleString('en-GB')} items with cursor=${cursor}` },
    ],
  });
}

type Paging = {
  /** From here on a page is read from the end that is nearer. */
  pagedItems: number;
  /** Whether pages so far from either end are refused, instead of read slowly. */
  refusesFar: boolean;
};

/** The items of a page, and one more when there is one; read from the end that is nearer. */
async function readPage(context: ListContext, caller: Caller, query: MediaQuery, { pagedItems, refusesFar }: Paging) {
  const { page, limit, sort, status } = query;
  const where = mediaConditions(caller.accountId, query);
  const offset = (page - 1) * limit;
  const counting = countMedia(context, caller.accountId, query);
  if (offset < pagedItems) {
    const [rows, counted] = await Promise.all([readRows(context, where, { sort, status, offset, limit: limit + 1 }), counting]);
    return { rows, counted };
  }
  const counted = await counting;
  // What was counted up to a bound is longer than that, and where it ends is not known.
  const behind = counted.capped ? Number.POSITIVE_INFINITY : counted.total - offset;
  if (behind <= 0) return { rows: [], counted };
  if (refusesFar && behind > pagedItems) await refuseFar(context, caller, where, query, pagedItems);
  if (behind > offset) return { rows: await readRows(context, where, { sort, status, offset, limit: limit + 1 }), counted };
  const first = Math.max(0, behind - limit - 1);
  const rows = await readRows(context, where, { sort, status, isReversed: true, offset: first, limit: behind - first });
  return { rows: rows.toReversed(), counted };
}

/** The items after a cursor, and one more when there is one. @throws AppError cursor_invalid */
async function readOn(context: ListContext, { accountId }: Caller, query: MediaQuery, cursor: string) {
  const { sort, status, limit } = query;
  const position = readCursor(context.secrets, cursor, { accountId, sort });
  const [rows, counted] = await Promise.all([
    readRows(context, and(mediaConditions(accountId, query), laterThan(sort, position)), { sort, status, limit: limit + 1 }),
    countMedia(context, accountId, query),
  ]);
  return { rows, counted };
}

async function readList(context: ListContext, caller: Caller, query: MediaQuery, paging: Paging): Promise<MediaList> {
  const { page, limit, sort, cursor } = query;
  requireSortable(query);
  if (cursor !== undefined && page !== 1) {
    const message = 'Send page or cursor, not both';
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', message }] });
  }
  const { rows, counted } =
    cursor === undefined ? await readPage(context, caller, query, paging) : await readOn(context, caller, query, cursor);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next_cursor = last ? writeCursor(context.secrets, positionOf(last), { accountId: caller.accountId, sort }) : null;
  const media_uploads = await presentMedia(
    context,
    shown.map(({ row }) => row),
  );
  return { media_uploads, pagination: { page, limit, ...counted, next_cursor } };
}

const share = shareCalls<Context['db'], MediaList>();

/**
 * One page of an account's items and how many there are (MED-02): a handful of queries, whatever the page holds. With a cursor it costs
 * the same at any depth. All open pages of an account ask for its list when an item changes: equal ones of one moment are read once, and
 * nobody may change what they get.
 * @throws AppError cursor_invalid, list_page_too_far, validation_failed
 */
export async function listMedia(
  context: ListContext,
  { accountId }: Caller,
  query: MediaQuery,
  paging: Paging = { pagedItems, refusesFar: false },
): Promise<MediaList> {
  const asked = JSON.stringify([accountId, query, paging]);
  return await share(context.db, asked, () => readList(context, { accountId }, query, paging));
}

/** @throws AppError media_not_found: there is none, or it belongs to another account (MED-06) */
export async function getMedia(context: FindContext, caller: Caller, id: string): Promise<MediaUpload> {
  const found = await findShown(context, id);
  authorize(found?.item.kept ? found.item : undefined, caller, 'media_not_found');
  const shown = found?.show();
  if (!shown) throw new Error('The item was not presented');
  return shown;
}
