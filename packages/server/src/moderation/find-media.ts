import { type MediaQuery, type MediaUpload, mediaKinds, type Pagination } from '@clearframe/contract';
import { and, asc, count, desc, eq, gte, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media } from '../db/schema.ts';
import { authorize } from '../security/authorized.ts';
import { presentMedia } from './present.ts';

type FindContext = Pick<Context, 'clock' | 'db' | 'storage'>;
type Caller = { accountId: string };

const statusConditions: Record<NonNullable<MediaQuery['status']>, SQL | undefined> = {
  flagged: eq(media.moderationFlagged, true),
  safe: eq(media.moderationFlagged, false),
  not_checked: isNull(media.moderationFlagged),
  review: and(eq(media.moderationFlagged, false), eq(media.needsReview, true)),
};

const kindsOf = (medium: 'image' | 'video') =>
  Object.entries(mediaKinds)
    .filter(([, kind]) => kind.medium === medium)
    .map(([name]) => name);

/** What was typed stands for itself: the signs that LIKE reads are escaped. PostgreSQL takes no U+0000. */
function matching(search: string): SQL | undefined {
  const pattern = `%${search
    .trim()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(media.title, pattern),
    ilike(media.originalFilename, pattern),
    ilike(media.caption, pattern),
    sql`exists (select from unnest(${media.tags}) tag where tag ilike ${pattern})`,
  );
}

function conditions({ accountId }: Caller, query: MediaQuery): SQL | undefined {
  return and(
    eq(media.accountId, accountId),
    query.status && statusConditions[query.status],
    query.type && inArray(media.kind, kindsOf(query.type)),
    query.source && eq(media.source, query.source),
    query.from === undefined ? undefined : gte(media.createdAt, new Date(query.from)),
    // The last day counts whole.
    query.to === undefined ? undefined : lte(media.createdAt, new Date(`${query.to}T23:59:59.999Z`)),
    query.search === undefined || query.search.trim() === '' ? undefined : matching(query.search),
  );
}

/** One page of an account's items and how many there are (MED-02): five queries, whatever the page holds. */
export async function listMedia(
  context: FindContext,
  caller: Caller,
  query: MediaQuery,
): Promise<{ media_uploads: MediaUpload[]; pagination: Pagination }> {
  const { page, limit, sort } = query;
  const where = conditions(caller, query);
  const order = sort === 'oldest' ? asc : desc;
  const [items, counted] = await Promise.all([
    context.db
      .select()
      .from(media)
      .where(where)
      .orderBy(order(media.createdAt), asc(media.id))
      .limit(limit)
      .offset((page - 1) * limit),
    context.db.select({ total: count() }).from(media).where(where),
  ]);
  const total = counted[0]?.total ?? 0;
  return { media_uploads: await presentMedia(context, items), pagination: { page, limit, total } };
}

/** @throws AppError media_not_found: there is none, or it belongs to another account (MED-06) */
export async function getMedia(context: FindContext, caller: Caller, id: string): Promise<MediaUpload> {
  const [row] = await context.db.select().from(media).where(eq(media.id, id));
  const [shown] = await presentMedia(context, [authorize(row, caller, 'media_not_found')]);
  if (!shown) throw new Error('The item was not presented');
  return shown;
}
