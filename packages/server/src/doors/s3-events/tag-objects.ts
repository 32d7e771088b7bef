import { and, desc, eq, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { analysis, media, s3Object, s3Source } from '../../db/schema.ts';
import { inMinutes, type JudgeContext, pauseAfter, TURN, withReader } from './judge-objects.ts';
import { type S3Reader, troubleOf } from './s3-reader.ts';
import { takeTurns } from './take-turns.ts';

type Due = { object: typeof s3Object.$inferSelect; seen: string };

/** null = there is none yet. `none` = there will be none, which is never a pass. */
export type S3Verdict = 'pass' | 'review' | 'fail' | 'none' | null;

/** The verdict of an object, as SQL over its row and its item's. */
export const verdictOf = sql<S3Verdict>`case
  when ${s3Object.state} = 'failed' then 'none'
  when ${media.moderationFlagged} then 'fail'
  when ${media.needsReview} and not ${media.decided} then 'review'
  when ${media.moderationFlagged} is not null then 'pass'
  when ${media.state} in ('refused', 'failed') then 'none'
end`;

type Told = { verdict: NonNullable<S3Verdict>; tags: Record<string, string> };

/** What the tags of an object are to say now; null = nothing yet, or nothing any more. */
async function tagsOf({ db }: Pick<Context, 'db'>, id: string): Promise<Told | null> {
  const policy = db
    .select({ version: sql<string | null>`${analysis.moderation} ->> 'policy_version'` })
    .from(analysis)
    .where(eq(analysis.mediaId, s3Object.mediaId))
    .orderBy(desc(analysis.attempt))
    .limit(1);
  const [row] = await db
    .select({ mediaId: s3Object.mediaId, verdict: verdictOf, policy: sql<string | null>`(${policy})` })
    .from(s3Object)
    .leftJoin(media, eq(media.id, s3Object.mediaId))
    .where(eq(s3Object.id, id));
  if (!row?.verdict) return null;
  const { mediaId, verdict, policy: version } = row;
  return {
    verdict,
    tags: {
      'clearframe-verdict': verdict,
      ...(mediaId === null ? {} : { 'clearframe-media': mediaId }),
      ...(version === null ? {} : { 'clearframe-policy': version }),
    },
  };
}

/** What came to the same key later has its tags written again: those of this object stood in their place, and were taken off. */
async function tagLaterOnes({ db }: Pick<Context, 'db'>, { id, sourceId, bucket, key, createdAt }: Due['object']): Promise<void> {
  const ofKey = [eq(s3Object.sourceId, sourceId), eq(s3Object.bucket, bucket), eq(s3Object.key, key)];
  const later = and(ne(s3Object.id, id), gte(s3Object.createdAt, createdAt));
  await db
    .update(s3Object)
    .set({ tagDueAt: sql`now()` })
    .where(and(...ofKey, ne(s3Object.state, 'waiting'), later));
}

/** Writes them, and again where the verdict changed meanwhile: whoever writes last has written the newest. */
async function tagOne({ db }: Pick<Context, 'db'>, reader: S3Reader, { object, seen }: Due): Promise<void> {
  for (let told = await tagsOf({ db }, object.id); told !== null; ) {
    await reader.tag(object, told.tags, () => tagLaterOnes({ db }, object));
    await db.update(s3Object).set({ taggedAt: sql`now()`, tagAttempts: 0 }).where(eq(s3Object.id, object.id));
    const now = await tagsOf({ db }, object.id);
    if (JSON.stringify(now) === JSON.stringify(told)) break;
    told = now;
  }
  await clearDue({ db }, object.id, seen);
}

/** Unless it became due again meanwhile. */
const clearDue = ({ db }: Pick<Context, 'db'>, id: string, seen: string) =>
  db
    .update(s3Object)
    .set({ tagDueAt: null })
    .where(and(eq(s3Object.id, id), sql`${s3Object.tagDueAt}::text = ${seen}`));

async function putOff({ db }: Pick<Context, 'db'>, { object, seen }: Due, caught: unknown): Promise<void> {
  const { status, code, isFinal } = troubleOf(caught);
  const attempts = object.tagAttempts + 1;
  const pause = isFinal ? null : pauseAfter(attempts);
  const error = object.error ?? `The tags were not written: ${status === null ? code : `${status} ${code}`}`;
  await db
    .update(s3Object)
    .set({ error, tagAttempts: pause === null ? 0 : attempts, tagDueAt: pause === null ? null : inMinutes(pause) })
    .where(and(eq(s3Object.id, object.id), sql`${s3Object.tagDueAt}::text = ${seen}`));
}

/** Writes the verdicts of all objects whose tags are due, where the source wants that. @returns how many were looked at */
export async function tagObjects(context: JudgeContext, signal: AbortSignal): Promise<number> {
  const { db } = context;
  const isDue = and(isNotNull(s3Object.tagDueAt), lte(s3Object.tagDueAt, sql`now()`));
  const sources = () =>
    db
      .select()
      .from(s3Source)
      .where(inArray(s3Source.id, db.selectDistinct({ id: s3Object.sourceId }).from(s3Object).where(isDue)));
  return await takeTurns(signal, sources, async (source) => {
    const own = await db
      .select({ object: s3Object, seen: sql<string>`${s3Object.tagDueAt}::text` })
      .from(s3Object)
      .where(and(eq(s3Object.sourceId, source.id), isDue))
      .orderBy(s3Object.tagDueAt)
      .limit(TURN);
    if (!source.answerTags || !source.isActive) for (const { object, seen } of own) await clearDue({ db }, object.id, seen);
    else
      await withReader(
        context,
        source,
        own,
        (reader, row) => tagOne({ db }, reader, row),
        (row, error) => putOff({ db }, row, error),
      );
    return own.length;
  });
}
