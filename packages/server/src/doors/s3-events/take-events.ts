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
        const row = { ...event, sourceId: id, accountId, revision: event.versionId ?? event.etag };
        const made = await tx.insert(s3Object).values(row).onConflictDoNothing().returning({ id: s3Object.id });
        if (made.length > 0) taken.accepted += 1;
        else taken.repeated += 1;
      }
    }
    if (taken.accepted > 0) await queue.add('judge-buckets', {}, { tx });
    return taken;
  });
}
