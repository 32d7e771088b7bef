import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { watchLanes } from '../../metrics/create-metrics.ts';
import type { Outcome } from '../outcome.ts';
import { type AttemptContext, type Made, makeAttempt } from './attempt.ts';
import { type ClaimContext, type Claimed, claimDue } from './claim.ts';
import { createLane, type Lane, restAfterLook } from './lane.ts';
import { findDue, parkLane, releaseLanes, renewEveryMs, renewLanes, takeLanes } from './leases.ts';
import type { RecordContext } from './record.ts';
import { createRecorder } from './recorder.ts';
import { shareOut, sockets } from './share-out.ts';

export type LanesContext = AttemptContext & ClaimContext & RecordContext & Pick<Context, 'live' | 'workers'>;

/** How often due deliveries are looked for when nothing says that there are any: retries, and holds that end. */
const lookEveryMs = 500;
/** Words of many new deliveries, and ends of many attempts, are taken together. */
const gatherMs = 5;
/** A lane with nothing to do is kept for so long: the next delivery then needs no lease. */
const idleMs = 5_000;
/** A stopping process waits for answers for longer than any attempt may take. */
const finishMs = 40_000;

const isOverload = (outcome: Outcome): boolean =>
  !outcome.ok && (outcome.status === null || outcome.status === 429 || outcome.status >= 500);

/**
 * Tells hooks of what is due (HOOK-04). Each hook has a lane, which one process holds at a time, so a hook that is slow or hangs delays
 * nobody else. The rows of `delivery` are the queue: whatever dies here, they say what is still to be told.
 */
export function runLanes(context: LanesContext): void {
  const { clock, db, live, log, presence, workers } = context;
  const owner = presence.id;
  const now = () => performance.now();
  /** Those that had an attempt most lately come last. */
  const lanes = new Map<string, Lane>();
  /** Deliveries with an attempt that is not written down yet, and the lane that began it: it may be lost and taken again. */
  const underWay = new Map<string, Lane>();
  const attempts = new Set<Promise<void>>();
  const leaving = new AbortController();
  let isStopping = false;
  let nextLookAt = 0;
  let restUntil = 0;
  let nextRenewalAt = 0;
  let woken = Promise.withResolvers<void>();
  const wake = (): void => woken.resolve();
  const lookSoon = (): void => {
    nextLookAt = Math.min(nextLookAt, restUntil);
    wake();
  };

  const recorder = createRecorder(context, leaving.signal, ({ row }) => free(row.id));
  function free(deliveryId: string): void {
    underWay.get(deliveryId)?.free();
    underWay.delete(deliveryId);
    wake();
  }
  function lose(lane: Lane): void {
    lanes.delete(lane.webhookId);
    lane.lost.abort(new Error('Another process tells this webhook'));
  }

  async function attempt(lane: Lane, claimed: Claimed): Promise<void> {
    const { id } = claimed.row;
    try {
      const made = await makeAttempt(context, claimed, lane.lost.signal);
      lane.answer(id, { durationMs: made.durationMs, isOverload: isOverload(made.outcome) });
      await parkIfAsked(lane, made);
      recorder.add(made);
    } catch (error) {
      // Of nobody's making but ours: it does not count, and whoever holds the lane makes it again.
      if (!lane.lost.signal.aborted) log.error({ err: error }, 'an attempt at a webhook was not made');
      lane.answer(id, { durationMs: 0, isOverload: true });
      free(id);
    }
  }
  async function parkIfAsked(lane: Lane, { outcome }: Made): Promise<void> {
    if (outcome.ok || !outcome.retryAfterMs) return;
    lane.parkedAt = Number.POSITIVE_INFINITY;
    try {
      await parkLane(db, lane.webhookId, outcome.retryAfterMs);
    } catch (error) {
      log.warn({ err: error }, 'the pause that a webhook asked for was not kept');
    }
    lane.parkedAt = now();
  }

  async function look(): Promise<void> {
    const begun = now();
    nextLookAt = begun + lookEveryMs;
    const due = await findDue(db, owner, clock.now());
    for (const { webhookId, isOurs } of due) {
      const lane = isOurs ? lanes.get(webhookId) : undefined;
      // A pause that was asked for meanwhile was not seen yet; one that ended, or was ended by a person, is over.
      if (lane && (lane.parkedAt ?? 0) < begun) [lane.hasDue, lane.parkedAt] = [true, null];
    }
    const others = due.filter(({ webhookId }) => !lanes.has(webhookId)).map(({ webhookId }) => webhookId);
    // No more than can be told now: other processes take the rest.
    const wanted = others.slice(0, Math.max(0, sockets.quick + sockets.slow - underWay.size));
    for (const { webhookId, ...state } of await takeLanes(db, owner, wanted)) lanes.set(webhookId, createLane(webhookId, state));
    restUntil = now() + restAfterLook(now() - begun);
    nextLookAt = Math.max(nextLookAt, restUntil);
  }

  const statesOf = (some: readonly Lane[]) => some.map((lane) => ({ webhookId: lane.webhookId, ...lane.state(now()) }));
  async function renew(): Promise<void> {
    const idle = [...lanes.values()].filter((lane) => lane.held === 0 && (isStopping || lane.parkedAt !== null || isIdle(lane)));
    for (const lane of idle) lanes.delete(lane.webhookId);
    await releaseLanes(db, owner, statesOf(idle));
    const kept = [...lanes.values()];
    const ours = await renewLanes(db, owner, statesOf(kept));
    for (const lane of kept) if (!ours.has(lane.webhookId)) lose(lane);
    nextRenewalAt = now() + renewEveryMs;
  }
  function isIdle(lane: Lane): boolean {
    if (lane.hasDue || lane.held > 0) lane.idleSince = null;
    else lane.idleSince ??= now();
    return lane.idleSince !== null && now() - lane.idleSince >= idleMs;
  }

  /** Begins what may begin. */
  async function begin(): Promise<void> {
    const at = now();
    const slow = [...lanes.values()].reduce((sum, lane) => sum + (lane.state(at).isSlow ? lane.held : lane.overdue(at)), 0);
    const left = sockets.quick + sockets.slow - underWay.size;
    const free = { slow: Math.min(sockets.slow - slow, left), quick: Math.min(sockets.quick - (underWay.size - slow), left) };
    const asking = [...lanes.values()]
      .filter(({ hasDue, parkedAt }) => hasDue && parkedAt === null)
      .map((lane) => ({ webhookId: lane.webhookId, room: lane.room(at), isSlow: lane.state(at).isSlow }));
    const asked = shareOut(asking, free);
    if (asked.size === 0) return;
    const claimed = Map.groupBy(await claimDue(context, asked, [...underWay.keys()]), ({ hook }) => hook.id);
    for (const [webhookId, most] of asked) {
      const lane = lanes.get(webhookId);
      if (!lane) continue;
      const some = claimed.get(webhookId) ?? [];
      if (some.length < most) lane.hasDue = false;
      lanes.delete(webhookId);
      lanes.set(webhookId, lane);
      for (const one of some) start(lane, one);
    }
  }
  function start(lane: Lane, claimed: Claimed): void {
    underWay.set(claimed.row.id, lane);
    lane.begin(claimed.row.id, now());
    const made: Promise<void> = attempt(lane, claimed).finally(() => attempts.delete(made));
    attempts.add(made);
  }

  async function turn(): Promise<void> {
    if (now() >= nextRenewalAt) await renew();
    if (now() >= nextLookAt) await look();
    await begin();
  }
  async function work(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers();
      try {
        await turn();
      } catch (error) {
        log.warn({ err: error }, 'what is due to webhooks was not found out');
        const soon = now() + lookEveryMs;
        [nextLookAt, nextRenewalAt] = [soon, Math.max(soon, nextRenewalAt)];
      }
      const timer = setTimeout(wake, Math.max(0, Math.min(nextLookAt, nextRenewalAt) - now()));
      await woken.promise;
      clearTimeout(timer);
      if (!isStopping) await sleep(gatherMs);
    }
  }

  /** A stopping process keeps the lanes whose answers it waits for, and gives the others back. @returns the function that ends it */
  function hold(): () => Promise<void> {
    let renewing: Promise<void> = Promise.resolve();
    const renewOnce = (): void => {
      renewing = renew().catch((error) => log.warn({ err: error }, 'lanes were not held while the process stops'));
    };
    renewOnce();
    const timer = setInterval(renewOnce, renewEveryMs);
    return () => {
      clearInterval(timer);
      return renewing;
    };
  }

  const countLanes = () => {
    const at = now();
    const counts = { quick: 0, slow: 0, parked: 0 };
    for (const lane of lanes.values()) counts[lane.parkedAt !== null ? 'parked' : lane.state(at).isSlow ? 'slow' : 'quick'] += 1;
    return counts;
  };

  watchLanes(context.metrics, countLanes);
  const hearNoMore = live.onDue(lookSoon);
  const working = work();
  workers.add({
    async stop() {
      isStopping = true;
      hearNoMore();
      wake();
      await working;
      const stopHolding = hold();
      await Promise.race([Promise.all(attempts), sleep(finishMs, undefined, { ref: false })]);
      leaving.abort();
      for (const lane of lanes.values()) lane.lost.abort(new Error('The process stops'));
      await Promise.all(attempts);
      await recorder.done();
      await stopHolding();
      await releaseLanes(db, owner, statesOf([...lanes.values()])).catch(() => undefined);
    },
  });
}
