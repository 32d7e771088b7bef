import { AppError } from '@clearframe/contract';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { s3Object, s3Source } from '../../db/schema.ts';
import { sha256 } from '../../security/secrets.ts';
import type { S3Event } from './parse-events.ts';
import type { S3SourceRow } from './s3-reader.ts';

export type TakenEvents = { accepted: number; repeated: number; ignored: number };

const secretForm = /^s3e_[A-Za-z0-9_-]{43}$/;

/** The source that events with this secret are of. @throws AppError s3_source_not_found: unknown, switched off, or replaced a day ago */
export async function sourceOfSecret({ db }: Pick<Context, 'db'>, secret: string): Promise<S3SourceRow> {
  if (!secretForm.test(secret)) throw new AppError('s3_source_not_found');
  const hash = sha256(secret);
  const isOld = and(eq(s3Source.oldEventsHash, hash), gt(s3Source.oldEventsUntil, sql`now()`));
  const [found] = await db
    .select()
    .from(s3Source)
    .where(and(or(eq(s3Source.eventsHash, hash), isOld), eq(s3Source.isActive, true)));
  if (!found) throw new AppError('s3_source_not_found');
  return found;
}

/** Whether an event of the same key that came later is known: events of a key may arrive in any order. */
async function isOvertaken(tx: Tx, sourceId: string, { bucket, key, sequencer }: S3Event): Promise<boolean> {
  if (sequencer === null) return false;
  const [later] = await tx
    .select({ id: s3Object.id })
    .from(s3Object)
    .where(
      and(
        ...[eq(s3Object.sourceId, sourceId), eq(s3Object.bucket, bucket), eq(s3Object.key, key)],
        sql`${s3Object.sequencer} collate "C" > ${sequencer} collate "C"`,
      ),
    )
    .limit(1);
  return later !== undefined;
}

/**
 * The same bytes were put again, by a later event: without versions that left the object without its tags, and one that failed may be
 * judged now. What comes again with the sequencer that is known changes nothing.
 * @returns whether it waits to be judged again
 */
async function putAgain(tx: Tx, sourceId: string, { bucket, key, sequencer }: S3Event, revision: string): Promise<boolean> {
  if (sequencer === null) return false;
  const ifFailed = (then: unknown, column: unknown) =>
    sql`case when ${s3Object.state} = 'failed' then ${then} else ${column} end`;
  const [found] = await tx
    .update(s3Object)
    .set({
      sequencer,
      state: ifFailed(sql`'waiting'`, s3Object.state),
      attempts: ifFailed(sql`0`, s3Object.attempts),
      nextAttemptAt: ifFailed(sql`now()`, s3Object.nextAttemptAt),
      tagDueAt: sql`case when ${s3Object.state} = 'taken' then now() else ${s3Object.tagDueAt} end`,
    })
    .where(
      and(
        ...[eq(s3Object.sourceId, sourceId), eq(s3Object.bucket, bucket), eq(s3Object.key, key), eq(s3Object.revision, revision)],
        sql`${s3Object.sequencer} collate "C" < ${sequencer} collate "C"`,
      ),
    )
    .returning({ state: s3Object.state });
  return found?.state === 'waiting';
}

/**
 * Writes down which objects are to be judged, and wakes who judges them: all of it or nothing. An event that comes again changes nothing.
 * @param events null = one that is not about an object that came
 * @throws AppError s3_source_not_found: it was deleted or switched off meanwhile
 */
export async function takeEvents(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  { id, accountId, bucket, prefix }: S3SourceRow,
  events: readonly (S3Event | null)[],
): Promise<TakenEvents> {
  return await db.transaction(async (tx) => {
    const taken = { accepted: 0, repeated: 0, ignored: 0 };
    let waits = false;
    const [source] = await tx
      .update(s3Source)
      .set({ lastEventAt: sql`now()` })
      .where(and(eq(s3Source.id, id), eq(s3Source.isActive, true)))
      .returning({ id: s3Source.id });
    if (!source) throw new AppError('s3_source_not_found');
    for (const event of events) {
      if (event === null || event.bucket !== bucket || !event.key.startsWith(prefix)) taken.ignored += 1;
      else if (await isOvertaken(tx, id, event)) taken.repeated += 1;
      else {
        const revision = event.versionId ?? event.etag;
        const row = { ...event, sourceId: id, accountId, revision };
        const made = await tx.insert(s3Object).values(row).onConflictDoNothing().returning({ id: s3Object.id });
        if (made.length > 0) taken.accepted += 1;
        else {
          taken.repeated += 1;
          waits = (await putAgain(tx, id, event, revision)) || waits;
        }
      }
    }
    if (taken.accepted > 0 || waits) await queue.add('judge-buckets', {}, { tx });
    return taken;
  });
}
