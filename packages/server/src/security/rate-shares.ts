import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { processRow, rateLimit } from '../db/schema.ts';

/** A use of a limit that is counted by shares. */
export type SharedUse = { key: string; allowed: number; windowMs: number };
/** How often a window was used with this use, as far as this process knows: more than allowed = refused. */
export type Used = { uses: number; endsAt: Date };

export type RateShares = {
  /**
   * Takes one use of each, or of none when one of them has no more. Asks the database when a share is empty.
   * @param uses of one account, so that parallel requests for them wait for one statement
   */
  spend(uses: readonly [SharedUse, SharedUse]): Promise<[Used, Used]>;
  /** Gives back what is left of all shares, so that other processes may use it. Never throws: else they end with their windows. */
  giveBack(): Promise<void>;
};

type Share = { left: number; counted: number; allowed: number; endsAt: number; askedAt: number };
type Row = { key: string; was: number; uses: number; ends_at: string };

/** All processes together hold at most this part of what a window still has, so a refusal comes at most 5 % early. */
const HELD = 1 / 20;
/** How long a window counts as used up before somebody is asked again: another process may have given back. */
const emptyMs = 1_000;
const mostKept = 10_000;

/**
 * Takes uses of a window's row ahead, counted when they are taken. So what all processes allow is never more than the limit. A process
 * that is killed takes its share along until the window ends.
 */
export function createRateShares({ db, clock }: { db: Db; clock: Clock }): RateShares {
  const shares = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();

  const current = ({ key, allowed }: SharedUse, now: number): Share | null => {
    const share = shares.get(key);
    if (!share || share.endsAt <= now) return null;
    const isOld = share.allowed !== allowed || now - share.askedAt >= emptyMs;
    return share.left === 0 && (share.counted < allowed || isOld) ? null : share;
  };

  function keep({ key, was, uses, ends_at }: Row, allowed: number): void {
    const endsAt = new Date(ends_at).getTime();
    const before = shares.get(key);
    const left = (before?.endsAt === endsAt ? before.left : 0) + uses - was;
    shares.set(key, { left, counted: uses, allowed, endsAt, askedAt: clock.now().getTime() });
  }

  /** One statement for shares of all windows that have a row; rows that are missing are made empty, and asked again. */
  async function ask(uses: readonly SharedUse[], now: Date): Promise<void> {
    const asked = uses.map(({ key, allowed, windowMs }) => ({
      key,
      allowed,
      fresh: new Date(now.getTime() + windowMs).toISOString(),
    }));
    const hasEnded = sql`held.ends_at <= ${now.toISOString()}::timestamptz`;
    // The token's row before that of its account, as the version before locks them.
    const { rows } = await db.execute<Row>(sql`
      with asked as (select * from json_to_recordset(${JSON.stringify(asked)}::json)
        as asked (key text, allowed int, fresh timestamptz)),
      held as materialized (select * from ${rateLimit} where key in (select key from asked) order by key desc for update),
      windows as (select asked.key, asked.allowed, case when ${hasEnded} then 0 else held.uses end as was,
        case when ${hasEnded} then asked.fresh else held.ends_at end as ends_at from held join asked on asked.key = held.key),
      processes as (select greatest(1, count(*)) as there from ${processRow}
        where role like '%http%' and seen_at > now() - interval '15 seconds')
      update ${rateLimit} as kept set ends_at = windows.ends_at, uses = windows.was + least(
          greatest(0, windows.allowed - windows.was),
          greatest(1, floor((windows.allowed - windows.was) * ${HELD}::float8 / processes.there)::int))
        from windows, processes where kept.key = windows.key
        returning kept.key, windows.was, kept.uses, kept.ends_at`);
    for (const { key, allowed } of asked) {
      const row = rows.find((one) => one.key === key);
      if (row) keep(row, allowed);
    }
    const missing = asked.filter(({ key }) => !rows.some((row) => row.key === key));
    if (missing.length === 0) return;
    await db
      .insert(rateLimit)
      .values(missing.map(({ key, fresh }) => ({ key, uses: 0, endsAt: new Date(fresh) })))
      .onConflictDoNothing();
  }

  function forgetEnded(now: number): void {
    if (shares.size < mostKept) return;
    for (const [key, { endsAt }] of shares) if (endsAt <= now) shares.delete(key);
  }

  /** Waits for the statement that asks for any of these already, or makes one. */
  async function refill(uses: readonly SharedUse[], now: Date): Promise<void> {
    const others = uses.flatMap(({ key }) => asking.get(key) ?? []);
    if (others.length > 0) return void (await Promise.all(others));
    forgetEnded(now.getTime());
    const made = ask(uses, now);
    for (const { key } of uses) asking.set(key, made);
    try {
      await made;
    } finally {
      for (const { key } of uses) asking.delete(key);
    }
  }

  const used = (share: Share): Used => ({ uses: share.counted - share.left, endsAt: new Date(share.endsAt) });
  const refused = (share: Share): Used => ({ uses: share.allowed + 1, endsAt: new Date(share.endsAt) });

  return {
    async spend([own, wider]) {
      for (;;) {
        const now = clock.now();
        const [first, second] = [current(own, now.getTime()), current(wider, now.getTime())];
        if (first?.left === 0) return [refused(first), refused(first)];
        if (first && second?.left === 0) return [used(first), refused(second)];
        if (first && second) {
          first.left -= 1;
          second.left -= 1;
          return [used(first), used(second)];
        }
        await refill([...(first ? [] : [own]), ...(second ? [] : [wider])], now);
      }
    },
    async giveBack() {
      const now = clock.now().getTime();
      const back = [...shares]
        .filter(([, { left, endsAt }]) => left > 0 && endsAt > now)
        .map(([key, { left, endsAt }]) => ({ key, unused: left, ends: new Date(endsAt).toISOString() }));
      shares.clear();
      if (back.length === 0) return;
      const giving = db.execute(sql`
        with back as (select * from json_to_recordset(${JSON.stringify(back)}::json) as back (key text, unused int, ends timestamptz)),
        held as materialized (select key from ${rateLimit} where key in (select key from back) order by key desc for update)
        update ${rateLimit} as kept set uses = greatest(0, kept.uses - back.unused)
          from back join held on held.key = back.key where kept.key = back.key and kept.ends_at = back.ends`);
      await giving.catch(() => undefined);
    },
  };
}
