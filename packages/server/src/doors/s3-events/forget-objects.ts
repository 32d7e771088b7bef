import { and, eq, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { deleteSome } from '../../db/delete-some.ts';
import { media, s3Object } from '../../db/schema.ts';

/** Forgets objects whose item is gone, or never was, a month after their event: no provider repeats one so late. Returns how many. */
export function forgetS3Objects({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<number> {
  const item = db.select({ id: media.id }).from(media).where(eq(media.id, s3Object.mediaId));
  const isOld = lt(s3Object.createdAt, sql`now() - interval '30 days'`);
  return deleteSome(db, s3Object, and(ne(s3Object.state, 'waiting'), isNull(s3Object.tagDueAt), isOld, notExists(item)), signal);
}
