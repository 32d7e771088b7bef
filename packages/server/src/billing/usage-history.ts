import {
  AppError,
  listedPeriods,
  type UsageDay,
  type UsageHistory,
  type UsageHistoryQuery,
  type UsagePeriodFacts,
  type UsageToken,
  usageDays,
} from '@clearframe/contract';
import { and, desc, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { usagePeriod, usageTally } from '../db/schema.ts';
import { periodEnd } from './periods.ts';

type UsageContext = Pick<Context, 'clock' | 'db'>;
type TallyRow = typeof usageTally.$inferSelect;

const dayMs = 24 * 3_600_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + dayMs));

const facts = (period: typeof usagePeriod.$inferSelect): UsagePeriodFacts => ({
  id: period.id,
  plan: period.planId,
  start: period.startsAt.toISOString(),
  end: periodEnd(period).toISOString(),
  allowed: period.allowance,
  charged: period.used,
  reserved: period.reserved,
});

const periodsWhere = (db: Db, where: SQL | undefined) =>
  db.select().from(usagePeriod).where(where).orderBy(desc(usagePeriod.startsAt), usagePeriod.id).limit(listedPeriods);

/** One period of the account. @throws AppError period_not_found */
export async function findPeriod(db: Db, accountId: string, id: string): Promise<UsagePeriodFacts> {
  const [found] = await periodsWhere(db, and(eq(usagePeriod.accountId, accountId), eq(usagePeriod.id, id)));
  if (!found) throw new AppError('period_not_found');
  return facts(found);
}

/** Each day of what was asked for, also those without a frame. A frame of a period may be charged shortly after its end. */
function everyDay(rows: readonly TallyRow[], first: string, last: string): UsageDay[] {
  const all = rows.map(({ day }) => day).sort();
  const end = [last, all.at(-1) ?? last].sort().at(-1) ?? last;
  const days = new Map<string, UsageDay>();
  for (let day = [first, all[0] ?? first].sort()[0] ?? first; day <= end; day = dayAfter(day))
    days.set(day, { day, dashboard: 0, api: 0, check: 0, unknown: 0 });
  for (const { day, source, frames } of rows) {
    const of = days.get(day);
    // Nobody uploaded what was read from a bucket by hand.
    if (of) of[source === 's3' ? 'api' : source] += frames;
  }
  return [...days.values()];
}

function byToken(rows: readonly TallyRow[]): UsageToken[] {
  const tokens = new Map<string, UsageToken>();
  for (const { tokenId: id, tokenName, frames } of rows) {
    if (id === null) continue;
    const known = tokens.get(id);
    if (known) known.frames += frames;
    else tokens.set(id, { id, name: tokenName ?? 'API token', frames });
  }
  return [...tokens.values()].sort((one, other) => other.frames - one.frames || one.name.localeCompare(other.name));
}

const firstDay = (now: Date, { days = usageDays }: UsageHistoryQuery) => new Date(now.getTime() - (Number(days) - 1) * dayMs);

/** Sums of the ledger by day, source and token, for one period or the last days of all. Read from the tally: flat as entries grow. */
export function usageTallyOf({ clock, db }: UsageContext, accountId: string, query: UsageHistoryQuery): Promise<TallyRow[]> {
  const { period } = query;
  const first = dayOf(firstDay(clock.now(), query));
  return db
    .select()
    .from(usageTally)
    .where(and(eq(usageTally.accountId, accountId), period ? eq(usageTally.periodId, period) : gte(usageTally.day, first)))
    .orderBy(usageTally.day, usageTally.source, usageTally.tokenName);
}

/**
 * What `/subscriptions/usage/history` answers: frames a day, by source and by token. The sum for a period is its counter.
 * @throws AppError period_not_found
 */
export async function usageHistory(context: UsageContext, accountId: string, query: UsageHistoryQuery): Promise<UsageHistory> {
  const { clock, db } = context;
  const now = clock.now();
  const period = query.period ? await findPeriod(db, accountId, query.period) : null;
  const rows = await usageTallyOf(context, accountId, query);
  const periods = await periodsWhere(db, and(eq(usagePeriod.accountId, accountId), lte(usagePeriod.startsAt, now)));
  const first = period ? new Date(period.start) : firstDay(now, query);
  // The end of a period is not part of it.
  const last = period ? new Date(Math.min(Date.parse(period.end) - 1, now.getTime())) : now;
  return {
    periods: periods.map(facts),
    period,
    days: everyDay(rows, dayOf(first), dayOf(last)),
    tokens: byToken(rows),
    total: rows.reduce((sum, { frames }) => sum + frames, 0),
  };
}
