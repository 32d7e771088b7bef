import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { type Random, randomFrom } from '../../../engine/test/random.ts';
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

/** A story that shows a fault is made shorter and simpler in so many tries; each takes as long as the story. */
const triesMax = 10;

/** What happens in each of some accounts (null = nothing), how far time jumps then, and which jobs run: numbers to draw the rest from. */
type Step = { deeds: (number | null)[]; jumpMs: number; jobs: number };

/** How far time jumps: often not at all, sometimes past the end of everything. */
const jump = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constantFrom(5 * minuteMs, 40 * minuteMs) },
  fc.nat(dayMs),
  { weight: 2, arbitrary: fc.nat(10 * dayMs) },
  fc.nat(45 * dayMs),
);
const deed = fc.option(fc.nat(), { nil: null, freq: 25 });

function storyOf(steps: number, accounts: number): fc.Arbitrary<Step[]> {
  const deeds = fc.array(deed, { minLength: accounts, maxLength: accounts });
  const step = fc.record({ deeds, jumpMs: jump, jobs: fc.nat() });
  const idle = fc.constant<Step>({ deeds: Array.from({ length: accounts }, () => null), jumpMs: 0, jobs: 0 });
  // A step that a fault does not need goes as a whole.
  const any = fc.oneof({ withCrossShrink: true }, idle, { weight: 400, arbitrary: step });
  return fc.array(any, { minLength: steps, maxLength: steps });
}

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

type Together = { context: Context; world: World; pass: (ms: number) => void };

/** @returns every promise that was broken on the way */
async function liveTogether({ context, world, pass }: Together, story: readonly Step[]): Promise<string[]> {
  const { db, clock } = context;
  const lives = await Promise.all((story[0]?.deeds ?? []).map(() => newLife(context)));
  const promised = new Map<string, Promised>();
  const violations: string[] = [];
  const note = (step: string, faults: string[]) => violations.push(...faults.map((fault) => `${step}: ${fault}`));
  for (const [step, { deeds, jumpMs, jobs }] of story.entries()) {
    // Each account draws its own numbers, so that what it does does not depend on who was served first.
    await Promise.all(
      lives.map((life, index) => {
        const seed = deeds[index] ?? null;
        return seed === null ? undefined : live(context, world, life, randomFrom(seed));
      }),
    );
    for (const life of lives) giveUpGrace(life, promised);
    pass(jumpMs);
    const next = randomFrom(jobs);
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
    let tries = 0;
    const property = fc.asyncProperty(storyOf(steps, count), async (story) => {
      tries += 1;
      const found = tries > triesMax ? [] : await liveTogether({ context, world, pass }, story);
      if (found.length > 0 && tries === 1) console.error(`seed ${seed + done}: ${found.join('\n')}`);
      if (found.length > 0) throw new Error(found.join('\n'));
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed: seed + done, numRuns: 1, unbiased: true });
    if (failed) violations.push(`seed ${seed + done}: ${errorInstance} in ${JSON.stringify(counterexample)}`);
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
