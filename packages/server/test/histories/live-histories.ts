import { asc, eq } from 'drizzle-orm';
import { pick, type Random, randomFrom } from '../../../engine/test/random.ts';
import { tellProviders } from '../../src/billing/provider-tasks.ts';
import { askAboutRenewals } from '../../src/billing/reconcile.ts';
import { markLate, renewSubscriptions } from '../../src/billing/renew-subscriptions.ts';
import { expirePayments } from '../../src/billing/sandbox-payment.ts';
import { expireAll } from '../../src/billing/subscriptions.ts';
import type { Context } from '../../src/context.ts';
import { invoice, usageEntry } from '../../src/db/schema.ts';
import { brokenPromises, type Promised } from './broken-promises.ts';
import { live, newLife, removeLife } from './life.ts';
import { lastFaults, moneyFaults } from './money-faults.ts';
import type { Life, World } from './world.ts';

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
/** A task of which the provider was not told waits so long at most. */
const longestWaitMs = 6 * 60 * minuteMs;
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

/** The jobs in their order; each is lost now and then, as when the server stands still. What is removed, others still talk about. */
async function tick(context: Context, world: World, lives: readonly Life[], next: Random): Promise<void> {
  world.beginTick(context, next);
  for (const job of [expirePayments, expireAll, renewSubscriptions, askAboutRenewals, markLate, tellProviders])
    if (next() < 0.85) await job(context);
  for (const life of lives)
    if (life.closed && next() < 0.3) await Promise.all([removeLife(context, life), live(context, world, life, next)]);
  world.endTick();
}

/** Everything is told at last, and the jobs run until nothing is left to do. */
async function finish(context: Context, world: World, lives: readonly Life[], pass: (ms: number) => void): Promise<void> {
  for (const life of lives) await world.tellRest(context, life);
  for (let round = 0; round < 4; round += 1) {
    pass(longestWaitMs);
    while ((await tellProviders(context)) > 0);
    for (const life of lives) await removeLife(context, life);
  }
}

/** Whoever cancels has what was paid, and no grace. */
function giveUpGrace(life: Life, promised: Map<string, Promised>): void {
  const last = promised.get(life.accountId);
  if (life.hasCancelled && last) last.until = last.paidUntil;
  life.hasCancelled = false;
}

type Together = { context: Context; world: World; pass: (ms: number) => void; steps: number; seed: number };

async function liveTogether({ context, world, pass, steps, seed }: Together, count: number): Promise<string[]> {
  const { db, clock } = context;
  const next = randomFrom(seed);
  const lives = await Promise.all(Array.from({ length: count }, () => newLife(context)));
  // Each account draws its own numbers, so that what it does does not depend on who was served first.
  const own = lives.map((_, index) => randomFrom(seed * 1_000 + index));
  const promised = new Map<string, Promised>();
  const violations: string[] = [];
  const note = (step: string, faults: string[]) => violations.push(...faults.map((fault) => `seed ${seed}, ${step}: ${fault}`));
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(lives.map((life, index) => live(context, world, life, own[index] ?? next)));
    for (const life of lives) giveUpGrace(life, promised);
    pass(jumpMs(next));
    await world.elapse(context, lives, next);
    await tick(context, world, lives, next);
    const open = lives.filter(({ closed }) => !closed).map(({ accountId }) => accountId);
    note(`step ${step}`, await brokenPromises(db, open, promised, clock.now()));
    note(`step ${step}`, await moneyFaults(db, world, lives));
  }
  await finish(context, world, lives, pass);
  note('in the end', await lastFaults(db, world, lives));
  return violations;
}

/**
 * Lets accounts live through random histories: orders, payments, notifications in any order, twice, late, never, changed and of wrong
 * amounts, uploads, cancellations, deletions with windows that are paid later, jumps of the clock and jobs that do not run.
 * The caller judges the figures.
 * @param pass moves the clock of the context
 * @param world who takes the money: its provider takes the place of the context's
 */
export async function liveHistories(
  server: Context,
  pass: (ms: number) => void,
  world: World,
  options: HistoryOptions,
): Promise<HistoryResult> {
  const { histories, steps, seed, print = () => undefined } = options;
  const context = { ...server, payments: world.provider };
  const violations: string[] = [];
  for (let done = 0; done < histories; done += together) {
    const count = Math.min(together, histories - done);
    violations.push(...(await liveTogether({ context, world, pass, steps, seed: seed + done }, count)));
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
