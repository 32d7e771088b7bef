import { planById } from '@clearframe/contract';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../src/db/client.ts';
import { invoice, payment, subscription } from '../../src/db/schema.ts';

type Sub = typeof subscription.$inferSelect;
type Period = {
  account_id: string;
  subscription_id: string | null;
  allowance: number;
  used: number;
  reserved: number;
  runs: boolean;
  granted: number;
  charged: number;
  open: number;
  tallied: number;
  twice: number;
};

/** Until when an account was told that it has access, by which subscription; to the end of what was paid, should it cancel. */
export type Promised = { subscriptionId: string; until: Date; paidUntil: Date };

/** What docs/payments.md and the screen say. */
const graceMs = 7 * 24 * 3_600_000;

const alive = ({ status }: Sub) => ['trialing', 'active', 'past_due', 'cancelled'].includes(status);
/** What runs promises its period and the grace after it; one that was cancelled its rest. */
const promiseOf = ({ id, status, currentPeriodEnd, accessEndsAt }: Sub): Promised => {
  if (status !== 'active')
    return { subscriptionId: id, until: accessEndsAt ?? currentPeriodEnd, paidUntil: accessEndsAt ?? currentPeriodEnd };
  return { subscriptionId: id, until: new Date(currentPeriodEnd.getTime() + graceMs), paidUntil: currentPeriodEnd };
};

/** What took the place of a subscription may have ended since the last look, with its own month and no earlier. */
function endOfHeir(own: readonly Sub[], { subscriptionId, until }: Promised): Date {
  const heirs = own.filter(({ id, status }) => id !== subscriptionId && status === 'expired');
  const ends = heirs.flatMap(({ accessEndsAt, currentPeriodEnd }) =>
    accessEndsAt && accessEndsAt >= currentPeriodEnd ? accessEndsAt.getTime() : [],
  );
  return ends.length > 0 ? new Date(Math.max(...ends)) : until;
}

const periodsOf = async (db: Db, accountIds: string[], now: Date): Promise<Period[]> =>
  (
    await db.execute<Period>(sql`
    select p.account_id, p.subscription_id, p.allowance, p.used, p.reserved, p.starts_at <= ${now} and p.ends_at > ${now} as runs,
      coalesce(e.granted, 0)::int as granted, coalesce(e.charged, 0)::int as charged, coalesce(e.twice, 0)::int as twice,
      coalesce((select sum(r.frames) from usage_entry r where r.period_id = p.id and r.kind = 'reserve' and not exists (
        select from usage_entry f where f.media_id = r.media_id and f.attempt = r.attempt
        and f.kind in ('commit', 'release'))), 0)::int as open,
      coalesce((select sum(t.frames) from usage_tally t where t.period_id = p.id), 0)::int as tallied
    from usage_period p left join lateral (
      select sum(frames) filter (where kind = 'grant') as granted, sum(frames) filter (where kind = 'commit') as charged,
        count(*) filter (where kind = 'commit') - count(distinct media_id) filter (where kind = 'commit') as twice
      from usage_entry where period_id = p.id) e on true
    where ${inArray(sql`p.account_id`, accountIds)}`)
  ).rows;

const group = <T>(rows: readonly T[], of: (row: T) => string): Map<string, T[]> => Map.groupBy(rows, of);
const same = (one: number[], other: number[]) => one.sort().join() === other.sort().join();

function ledgerFaults(period: Period): string[] {
  const faults: string[] = [];
  const { allowance, used, reserved, granted, charged, open, tallied, twice } = period;
  if (allowance !== granted || used !== charged || reserved !== open)
    faults.push(`counters ${allowance}/${used}/${reserved}, ledger ${granted}/${charged}/${open}`);
  if (used !== tallied) faults.push(`used ${used}, tally ${tallied}`);
  if (used + reserved > allowance) faults.push('more than the allowance');
  if (twice > 0) faults.push(`${twice} items charged twice`);
  return faults;
}

/**
 * Looks whether every promise holds in these accounts, and writes down what was promised now.
 * @param promised of the last look, by account; changed
 * @returns a sentence for each promise that is broken
 */
export async function brokenPromises(
  db: Db,
  accountIds: string[],
  promised: Map<string, Promised>,
  now: Date,
): Promise<string[]> {
  const [subs, payments, invoices, periods] = await Promise.all([
    db.select().from(subscription).where(inArray(subscription.accountId, accountIds)),
    db.select().from(payment).where(inArray(payment.accountId, accountIds)),
    db.select().from(invoice).where(inArray(invoice.accountId, accountIds)),
    periodsOf(db, accountIds, now),
  ]);
  const subsOf = group(subs, ({ accountId }) => accountId);
  const paymentsOf = group(payments, ({ accountId }) => accountId);
  const invoicesOf = group(invoices, ({ accountId }) => accountId ?? '');
  const runningOf = group(periods, (period) => period.account_id);
  return accountIds.flatMap((accountId) => {
    const faults: string[] = [];
    const own = subsOf.get(accountId) ?? [];
    const ownPeriods = runningOf.get(accountId) ?? [];
    const running = own.filter(alive);
    if (running.length > 1) faults.push('two live subscriptions');
    const paid = (paymentsOf.get(accountId) ?? []).filter(({ status }) => status === 'complete' || status === 'refunded');
    const frames = paid.map(({ planId }) => planById(planId)?.media_per_month ?? -1);
    const trials = own.filter(({ planId }) => planId === 'free').map(() => planById('free')?.media_per_month ?? -1);
    if (trials.length > 1) faults.push('a second trial');
    if (
      !same(
        [...frames, ...trials],
        ownPeriods.map(({ allowance }) => allowance),
      )
    )
      faults.push('a grant without its payment, or a payment without its grant');
    const billed = (invoicesOf.get(accountId) ?? []).map(({ paymentId }) => paymentId);
    if (
      billed.sort().join() !==
      paid
        .map(({ id }) => id)
        .sort()
        .join()
    )
      faults.push('invoices are not those of the payments');
    if (ownPeriods.filter(({ runs }) => runs).length > 1) faults.push('two periods at once');
    const [live] = running;
    const last = promised.get(accountId);
    const before = own.find(({ id }) => id === last?.subscriptionId);
    const isReplaced = before?.status === 'superseded';
    if (last && now < (isReplaced && !live ? endOfHeir(own, last) : last.until)) {
      if (!live || (live.id !== last.subscriptionId && !isReplaced)) faults.push('access lost before its end');
      if (!ownPeriods.some(({ runs }) => runs)) faults.push('frames lost before their end');
    }
    if (live) promised.set(accountId, promiseOf(live));
    else promised.delete(accountId);
    return [...faults, ...ownPeriods.flatMap(ledgerFaults)].map((fault) => `${accountId}: ${fault}`);
  });
}
