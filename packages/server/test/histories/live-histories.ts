import { asc, eq } from 'drizzle-orm';
import { tellProviders } from '../../src/billing/provider-tasks.ts';
import { markLate, renewSubscriptions } from '../../src/billing/renew-subscriptions.ts';
import { expirePayments } from '../../src/billing/sandbox-payment.ts';
import { expireAll } from '../../src/billing/subscriptions.ts';
import type { Context } from '../../src/context.ts';
import { invoice, usageEntry } from '../../src/db/schema.ts';
import { brokenPromises, type Promised } from './broken-promises.ts';
import { type Life, live, newLife } from './life.ts';
import { createRandom, pick, type Random } from './random.ts';

export type HistoryOptions = {
  /** Accounts that live through a random history each. */
  histories: number;
  /** Things that happen in each. After every one all promises are checked. */
  steps: number;
  seed: number;
  print?: (line: string) => void;
};

export type HistoryResult = {
  histories: number;
  checks: number;
  violations: string[];
  invoices: number;
  /** Invoice numbers that are left out or given twice. */
  gaps: number;
  /** Uploads that were charged. */
  charges: number;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Histories that share one clock, and so the jobs that look at all accounts. */
const together = 50;

/** How far time jumps: often not at all, sometimes past the end of everything. */
const jumpMs = (next: Random): number =>
  pick(next, [
    0,
    0,
    5 * minuteMs,
    40 * minuteMs,
    next() * dayMs,
    next() * 10 * dayMs,
    next() * 10 * dayMs,
    next() * 45 * dayMs,
  ]) ?? 0;

/** The jobs of the sweep in its order; each is lost now and then, as when the server stands still. */
async function tick(context: Context, next: Random): Promise<void> {
  for (const job of [expirePayments, expireAll, renewSubscriptions, markLate, tellProviders])
    if (next() < 0.85) await job(context);
}

/** Whoever cancels has what was paid, and no grace. */
function giveUpGrace(life: Life, promised: Map<string, Promised>): void {
  const last = promised.get(life.accountId);
  if (life.hasCancelled && last) last.until = last.paidUntil;
  life.hasCancelled = false;
}

async function liveTogether(context: Context, count: number, options: HistoryOptions, seed: number, pass: (ms: number) => void) {
  const next = createRandom(seed);
  const lives = await Promise.all(Array.from({ length: count }, () => newLife(context)));
  // Each account draws its own numbers, so that what it does does not depend on who was served first.
  const own = lives.map((_, index) => createRandom(seed * 1_000 + index));
  const ids = lives.map(({ accountId }) => accountId);
  const promised = new Map<string, Promised>();
  const violations: string[] = [];
  for (let step = 0; step < options.steps; step += 1) {
    await Promise.all(lives.map((life, index) => live(context, life, own[index] ?? next)));
    for (const life of lives) giveUpGrace(life, promised);
    pass(jumpMs(next));
    await tick(context, next);
    const broken = await brokenPromises(context.db, ids, promised, context.clock.now());
    violations.push(...broken.map((fault) => `seed ${seed}, step ${step}: ${fault}`));
  }
  return violations;
}

/**
 * Lets accounts live through random histories: orders, payments, notifications in any order, twice, late, never and of wrong amounts,
 * uploads, cancellations, jumps of the clock and jobs that do not run. The caller judges the figures.
 * @param pass moves the clock of the context
 */
export async function liveHistories(
  context: Context,
  pass: (ms: number) => void,
  options: HistoryOptions,
): Promise<HistoryResult> {
  const { histories, steps, seed, print = () => undefined } = options;
  const violations: string[] = [];
  for (let done = 0; done < histories; done += together) {
    const count = Math.min(together, histories - done);
    violations.push(...(await liveTogether(context, count, options, seed + done, pass)));
    if ((done / together) % 20 === 0) print(`${done + count} histories, ${violations.length} violations`);
  }
  const { db } = context;
  const numbers = (await db.select({ number: invoice.number }).from(invoice).orderBy(asc(invoice.number))).map(
    ({ number }) => number,
  );
  const gaps = numbers.filter((number, index) => number !== index + 1).length;
  const charges = await db.$count(usageEntry, eq(usageEntry.kind, 'commit'));
  return { histories, checks: histories * steps, violations, invoices: numbers.length, gaps, charges };
}
