import { type Exposure, type ExposureSettings, limits, type TeamExposure } from '@clearframe/contract';
import { and, asc, count, desc, eq, gt, gte, sql, sum } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { exposureBreak, exposureDay, exposureReveal, exposureSettings } from '../db/schema.ts';
import { readExposureSettings } from './exposure-settings.ts';

export type Person = { accountId: string; userId: string };
type ReadContext = Pick<Context, 'clock'> & { db: Db | Tx };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
/** The first day whose sums are kept. */
export const firstKeptDay = (now: Date): string => dayOf(new Date(now.getTime() - (limits.exposureDays - 1) * dayMs));

/** When the last break of a person ends or ended; null = none lately. */
async function lastBreak(db: Db | Tx, { accountId, userId }: Person): Promise<Date | null> {
  const [row] = await db
    .select({ until: exposureBreak.until })
    .from(exposureBreak)
    .where(and(eq(exposureBreak.accountId, accountId), eq(exposureBreak.userId, userId)));
  return row?.until ?? null;
}

const isLimited = ({ per_hour, per_day }: Pick<ExposureSettings, 'per_hour' | 'per_day'>) => per_hour > 0 || per_day > 0;

/** What a person revealed, as this transaction sees it. Whoever counts on it holds their lock. */
export async function readExposure({ db, clock }: ReadContext, person: Person, settings?: ExposureSettings): Promise<Exposure> {
  const now = clock.now();
  const { accountId, userId } = person;
  const known = settings ?? (await readExposureSettings(db, accountId));
  const until = await lastBreak(db, person);
  const ended = until !== null && until <= now ? until.getTime() : 0;
  const since = new Date(Math.max(now.getTime() - hourMs, ended));
  const [row] = await db
    .select({
      hour: sql<number>`count(*) filter (where ${gte(exposureReveal.at, since)})::int`,
      day: sql<number>`count(*) filter (where ${eq(exposureReveal.day, dayOf(now))})::int`,
    })
    .from(exposureReveal)
    .where(
      and(
        eq(exposureReveal.accountId, accountId),
        eq(exposureReveal.userId, userId),
        gte(exposureReveal.day, dayOf(new Date(now.getTime() - dayMs))),
      ),
    );
  return {
    hour: { count: row?.hour ?? 0, limit: known.per_hour },
    day: { count: row?.day ?? 0, limit: known.per_day },
    break_until: until !== null && until > now && isLimited(known) ? until.toISOString() : null,
  };
}

/** Whether the caller is a person who rests now: one small query, because lists ask it. A program never rests. */
export async function personRests(
  { db, clock }: Pick<Context, 'clock' | 'db'>,
  { accountId, userId }: { accountId: string; userId?: string | null },
): Promise<boolean> {
  if (userId == null) return false;
  const [row] = await db
    .select({ per_hour: exposureSettings.perHour, per_day: exposureSettings.perDay })
    .from(exposureBreak)
    .innerJoin(exposureSettings, eq(exposureSettings.accountId, exposureBreak.accountId))
    .where(and(eq(exposureBreak.accountId, accountId), eq(exposureBreak.userId, userId), gt(exposureBreak.until, clock.now())));
  return row !== undefined && isLimited(row);
}

/** Sums of all people by day: none of a day on which fewer than three revealed something. */
export async function teamExposure({ db, clock }: Pick<Context, 'clock' | 'db'>, accountId: string): Promise<TeamExposure> {
  const days = await db
    .select({ day: exposureDay.day, people: count(), count: sum(exposureDay.count).mapWith(Number) })
    .from(exposureDay)
    .where(and(eq(exposureDay.accountId, accountId), gte(exposureDay.day, firstKeptDay(clock.now()))))
    .groupBy(exposureDay.day)
    .having(gte(count(), limits.exposureTeamMin))
    .orderBy(desc(exposureDay.day));
  return { days };
}

/** A person's own sums, for their export. */
export async function ownDays(db: Db, { accountId, userId }: Person): Promise<{ day: string; count: number }[]> {
  return await db
    .select({ day: exposureDay.day, count: exposureDay.count })
    .from(exposureDay)
    .where(and(eq(exposureDay.accountId, accountId), eq(exposureDay.userId, userId)))
    .orderBy(asc(exposureDay.day));
}
