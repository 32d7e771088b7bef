import type { S3ObjectPage, S3ObjectsQuery } from '@clearframe/contract';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media, s3Object } from '../../db/schema.ts';
import type { Authorized } from '../../security/authorized.ts';
import type { S3SourceRow } from './s3-reader.ts';
import { verdictOf } from './tag-objects.ts';

const PAGE = 50;

/** An item that is gone was judged once. */
const stateOf = sql<'waiting' | 'judged' | 'failed'>`case
  when ${s3Object.state} = 'failed' then 'failed'
  when ${s3Object.mediaId} is null then 'waiting'
  when ${media.id} is null or ${media.moderationFlagged} is not null then 'judged'
  when ${media.state} = 'queued' then 'waiting'
  else 'failed'
end`;

/** One page of a source's objects, newest event first. */
export async function listObjects(
  { db }: Pick<Context, 'db'>,
  { id }: Authorized<S3SourceRow>,
  { state, page }: S3ObjectsQuery,
): Promise<S3ObjectPage> {
  const wanted: SQL | undefined = and(eq(s3Object.sourceId, id), state && sql`${stateOf} = ${state}`);
  const rows = await db
    .select({ object: s3Object, state: stateOf, verdict: verdictOf, fault: media.moderationError })
    .from(s3Object)
    .leftJoin(media, eq(media.id, s3Object.mediaId))
    .where(wanted)
    .orderBy(desc(s3Object.createdAt), s3Object.id)
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(s3Object)
    .leftJoin(media, eq(media.id, s3Object.mediaId))
    .where(wanted);
  const objects = rows.map(({ object, state: now, verdict, fault }) => ({
    key: object.key,
    version_id: object.versionId,
    etag: object.etag,
    state: now,
    media_id: object.mediaId,
    verdict,
    tagged_at: object.taggedAt?.toISOString() ?? null,
    error: object.error ?? (now === 'failed' ? fault : null),
    attempts: object.attempts,
  }));
  return { objects, pagination: { page, limit: PAGE, total: counted?.total ?? 0 } };
}
