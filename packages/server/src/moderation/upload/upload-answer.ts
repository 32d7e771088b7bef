import { AppError, type UploadResult } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { activePeriods } from '../../billing/periods.ts';
import type { Context } from '../../context.ts';
import { gather } from '../../db/gather.ts';
import { prepared } from '../../db/prepared.ts';
import { usageEntry, usagePeriod } from '../../db/schema.ts';
import { claimGone, finishing, type IdempotencyClaim } from '../../idempotency/idempotency.ts';
import type { MediaRow } from '../item/media-row.ts';
import type { Shown } from '../item/present.ts';

export type UploadAnswer = { status: 200 | 202; data: UploadResult };

/** What an answer ends: the claim of its request. */
export type Ending = { claim: IdempotencyClaim; status: number };

const noFrames: UploadResult['usage'] = { frames_charged: 0, frames_remaining: 0 };

const framesQuery = prepared('upload_frames', (db, name) =>
  db
    .select({
      key: sql<string>`asked.key`,
      charged: sql<number>`(select coalesce(sum(e.frames), 0)::int from ${usageEntry} e
        where e.media_id = asked.media_id and e.kind = 'commit')`,
      remaining: sql<number>`(select coalesce(sum(allowance - used - reserved), 0)::int from ${usagePeriod}
        where ${activePeriods(sql`asked.account_id`, sql`asked.at`)})`,
    })
    .from(
      sql`unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('ids')}::uuid[], ${sql.placeholder('accounts')}::uuid[],
        ${sql.placeholder('times')}::timestamptz[]) as asked (key, media_id, account_id, at)`,
    )
    .prepare(name),
);

/** By item, account and time, as JSON: of all that ask at one moment. */
const readFrames = gather(async (db, keys) => {
  const asked = keys.map((key) => z.tuple([z.string(), z.string(), z.string()]).parse(JSON.parse(key)));
  const [ids, accounts, times] = [asked.map(([id]) => id), asked.map(([, account]) => account), asked.map(([, , at]) => at)];
  const rows = await framesQuery(db).execute({ keys, ids, accounts, times });
  return new Map(rows.map(({ key, charged, remaining }) => [key, { frames_charged: charged, frames_remaining: remaining }]));
});

/**
 * Frames that the item was charged with, and those that its account may still use, at one moment. The same statement keeps the answer.
 * @throws AppError idempotency_running when another request took the claim over
 */
async function framesOf(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { id, accountId }: MediaRow,
  ending: Ending | null,
): Promise<UploadResult['usage']> {
  if (ending === null) return (await readFrames(db, JSON.stringify([id, accountId, clock.now()]))) ?? noFrames;
  const charges = and(eq(usageEntry.mediaId, id), eq(usageEntry.kind, 'commit'));
  const now = clock.now();
  const finished = finishing(db, ending.claim, { status: ending.status, answer: null, now });
  const { rows } = await db.execute<UploadResult['usage'] & { finished: number }>(sql`
    with finished as ${finished} select
    (select coalesce(sum(frames), 0)::int from ${usageEntry} where ${charges}) as frames_charged,
    (select coalesce(sum(allowance - used - reserved), 0)::int from ${usagePeriod}
      where ${activePeriods(accountId, now)}) as frames_remaining,
    (select count(*)::int from finished) as finished`);
  if (rows[0]?.finished === 0) throw claimGone();
  const { frames_charged, frames_remaining } = rows[0] ?? noFrames;
  return { frames_charged, frames_remaining };
}

/** Whether the verdict is the answer: never for a video, whose callers poll or are told (API-03). */
export const isAnswered = (item: MediaRow): boolean => item.state === 'done' && item.video === null;

/** The file is at fault: what its caller is told. */
export const undecodable = ({ moderationError }: MediaRow): AppError =>
  new AppError('file_undecodable', moderationError === null ? {} : { message: moderationError });

/**
 * What the uploader is told about an item as it is now. A result outlasts an analysis that was asked for later and went wrong.
 * @param ending what repeats of the request are answered by, kept also where this throws
 * @throws AppError file_undecodable (the file is at fault, with the reason), analysis_unavailable (the analysis is), idempotency_running
 */
export async function answerUpload(
  context: Pick<Context, 'clock' | 'db'>,
  { item, show }: Shown,
  ending: Ending | null = null,
): Promise<UploadAnswer> {
  const usage = await framesOf(context, item, ending);
  const shown = show();
  if (!shown) throw new Error('The item was not presented');
  if (shown.moderation === null) {
    if (item.state === 'refused') throw undecodable(item);
    if (item.state === 'failed')
      throw new AppError('analysis_unavailable', { detail: item.moderationError ?? 'analysis failed' });
  }
  const isDone = item.video === null && item.state !== 'queued';
  return {
    status: isDone ? 200 : 202,
    data: {
      media_upload: shown,
      moderation: isDone ? shown.moderation : null,
      analysis_metadata: isDone ? shown.analysis_metadata : null,
      status: isDone ? 'complete' : 'processing',
      usage,
    },
  };
}
