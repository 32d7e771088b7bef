import { AppError, type ErrorCode } from '@clearframe/contract';
import { and, asc, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, media } from '../../db/schema.ts';
import { retryUpload } from './retry-upload.ts';

/** Items of one look. Each is locked for its own moment only. */
const PAGE = 500;

export type Retried = {
  /** Wait for their analysis again. */
  queued: number;
  /** Have a result already: what failed was asked for by a person, who may ask again. */
  left: number;
  /** Were refused, by the code of the refusal: no frames, under legal hold, no plan. */
  refused: Record<string, number>;
};

/**
 * Has every upload whose analysis failed analysed again, oldest first, each once: what fails again meanwhile is left alone. It is the
 * same order as before, so it is charged once, when it succeeds. May be cut off and run again.
 */
export async function retryFailed(context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>): Promise<Retried> {
  const done: Retried = { queued: 0, left: 0, refused: {} };
  let after: string | undefined;
  for (;;) {
    const failed = await context.db
      .select({ id: media.id, accountId: media.accountId })
      .from(media)
      .innerJoin(account, and(eq(account.id, media.accountId), isNull(account.deletedAt)))
      .where(and(eq(media.state, 'failed'), media.kept, after === undefined ? undefined : gt(media.id, after)))
      .orderBy(asc(media.id))
      .limit(PAGE);
    for (const item of failed)
      try {
        if (await retryUpload(context, item)) done.queued += 1;
        else done.left += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        done.refused[error.code] = (done.refused[error.code] ?? 0) + 1;
      }
    after = failed.at(-1)?.id;
    if (failed.length < PAGE) return done;
  }
}

/** Uploads whose analysis failed and of which nobody has decided yet: what a console shows. By the index of what waits. */
export const waitingFailures = and(media.waiting, eq(media.state, 'failed'));
/** Counting ends there: more says no more. */
const countedMax = 10_000;

/** @returns up to 10,000 */
export async function countWaitingFailures(db: Context['db']): Promise<number> {
  const some = db.select({ id: media.id }).from(media).where(waitingFailures).limit(countedMax).as('some');
  return await db.$count(some);
}

/** The newest of them, with what people read there. */
export async function newestWaitingFailure(db: Context['db']): Promise<{ at: Date; sentence: string | null } | null> {
  const [newest] = await db
    .select({ at: media.createdAt, sentence: media.moderationError })
    .from(media)
    .where(waitingFailures)
    .orderBy(desc(media.createdAt))
    .limit(1);
  return newest ?? null;
}

const withoutFrames: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'account_suspended',
  'subscription_required',
  'frames_exhausted',
]);

/**
 * {@link retryFailed} of up to so many that wait, the oldest first. What is refused waits on and is passed over, with all else of an
 * account that has no frame left: otherwise it would keep those of others from their turn each time.
 */
export async function retrySome(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>,
  most: number,
): Promise<{ queued: number; remaining: number }> {
  const spent = new Set<string>();
  let queued = 0;
  for (let after: string | undefined; queued < most; ) {
    const failed: { id: string; accountId: string; isPicture: boolean }[] = await context.db
      .select({ id: media.id, accountId: media.accountId, isPicture: sql<boolean>`${media.video} is null` })
      .from(media)
      .innerJoin(account, and(eq(account.id, media.accountId), isNull(account.deletedAt)))
      .where(
        and(
          waitingFailures,
          after === undefined ? undefined : gt(media.id, after),
          spent.size > 0 ? notInArray(media.accountId, [...spent]) : undefined,
        ),
      )
      .orderBy(asc(media.id))
      .limit(most);
    for (const item of failed) {
      if (queued >= most) break;
      if (spent.has(item.accountId)) continue;
      try {
        if (await retryUpload(context, item)) queued += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // A picture is one frame: nothing smaller would fit.
        if (item.isPicture && withoutFrames.has(error.code)) spent.add(item.accountId);
      }
    }
    after = failed.at(-1)?.id;
    if (after === undefined) break;
  }
  return { queued, remaining: await countWaitingFailures(context.db) };
}

/** Uploads whose analysis failed, of accounts that are there. */
export const countFailed = (db: Context['db']): Promise<number> => db.$count(media, and(eq(media.state, 'failed'), media.kept));
