import { AppError, type Exposure, type ExposureSettings } from '@clearframe/contract';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { exposureBreak, exposureDay, exposureReveal, media } from '../db/schema.ts';
import { readExposureSettings } from './exposure-settings.ts';
import { dayOf, type Person, readExposure } from './read-exposure.ts';

type CountContext = Pick<Context, 'clock' | 'db'>;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Reveals of one person come one after the other, in whatever windows and processes: so each knows those before it. */
const oneByOne = (tx: Tx, { accountId, userId }: Person) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reveals of ${userId} in ${accountId}`}, 0))`);

/** Those of some items that count: flagged, or to review. Others of the account, and of others, do not. */
async function countable(tx: Tx, { accountId }: Person, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        inArray(media.id, [...new Set(ids)]),
        eq(media.accountId, accountId),
        media.kept,
        or(eq(media.moderationFlagged, true), media.needsReview),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Those of them that the person has not revealed on this day. */
async function notYet(tx: Tx, { accountId, userId }: Person, day: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: exposureReveal.mediaId })
    .from(exposureReveal)
    .where(
      and(
        eq(exposureReveal.accountId, accountId),
        eq(exposureReveal.userId, userId),
        eq(exposureReveal.day, day),
        inArray(exposureReveal.mediaId, [...ids]),
      ),
    );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** When a break ends that begins now; null = so many more pass no limit. The day's limit lasts until the day is over. */
function breakAfter(now: Date, { hour, day }: Exposure, more: number, settings: ExposureSettings): Date | null {
  const passes = ({ count, limit }: { count: number; limit: number }) => limit > 0 && count + more > limit;
  const ends: number[] = [];
  if (passes(hour)) ends.push(now.getTime() + settings.break_minutes * minuteMs);
  if (passes(day)) ends.push((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

async function write(tx: Tx, { accountId, userId }: Person, now: Date, ids: readonly string[]): Promise<void> {
  const day = dayOf(now);
  await tx.insert(exposureReveal).values(ids.map((mediaId) => ({ accountId, userId, day, mediaId, at: now })));
  await tx
    .insert(exposureDay)
    .values({ accountId, userId, day, count: ids.length })
    .onConflictDoUpdate({
      target: [exposureDay.accountId, exposureDay.day, exposureDay.userId],
      set: { count: sql`${exposureDay.count} + excluded.count` },
    });
}

type Outcome = { exposure: Exposure } | { until: Date };

async function count(context: CountContext, tx: Tx, person: Person, mediaIds: readonly string[]): Promise<Outcome> {
  const { accountId, userId } = person;
  await oneByOne(tx, person);
  // Read behind the lock: the clock of the last one is past.
  const now = context.clock.now();
  const settings = await readExposureSettings(tx, accountId);
  const read = () => readExposure({ db: tx, clock: { now: () => now } }, person, settings);
  const before = await read();
  const ids = await countable(tx, person, mediaIds);
  if (ids.length === 0) return { exposure: before };
  if (before.break_until !== null) return { until: new Date(before.break_until) };
  const fresh = await notYet(tx, person, dayOf(now), ids);
  if (fresh.length === 0) return { exposure: before };
  const until = breakAfter(now, before, fresh.length, settings);
  if (until === null) {
    await write(tx, person, now, fresh);
    return { exposure: await read() };
  }
  await tx
    .insert(exposureBreak)
    .values({ accountId, userId, until })
    .onConflictDoUpdate({ target: [exposureBreak.accountId, exposureBreak.userId], set: { until } });
  return { until };
}

/**
 * Counts what a person is about to see, each item once a day. What passes a limit is not counted, because it is not shown, and a break
 * begins. Nothing makes a running break longer.
 * @throws AppError break_needed with the time that is left of the break
 */
export async function countReveals(context: CountContext, person: Person, mediaIds: readonly string[]): Promise<Exposure> {
  // The refusal is thrown outside: the break has to stay.
  const outcome = await context.db.transaction((tx) => count(context, tx, person, mediaIds));
  if ('exposure' in outcome) return outcome.exposure;
  throw new AppError('break_needed', { retryAfterMs: outcome.until.getTime() - context.clock.now().getTime() });
}
