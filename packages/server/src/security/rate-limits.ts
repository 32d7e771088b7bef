import { AppError } from '@clearframe/contract';
import { inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { rateLimit } from '../db/schema.ts';
import { addressBlock, type Client } from './client-address.ts';
import { type LimitName, type LimitScope, rateLimitRules } from './rate-limit-rules.ts';
import { createRateShares, type SharedUse, type Used } from './rate-shares.ts';
import { sha256 } from './secrets.ts';

/** Where the state of a limit is told: a reply of Fastify. */
export type HeaderSink = { headers(values: Record<string, string>): unknown };

export type RateLimits = {
  /**
   * Counts one use by `who`: an id, or a client, who counts by the block of its address.
   * `reply` gets RateLimit and RateLimit-Policy; a refusal always carries them.
   * @throws AppError rate_limited with the time to wait when the window is used up
   */
  take(name: LimitName, who: string | Client, reply?: HeaderSink): Promise<void>;
  /**
   * Counts one use of a limit, and of a wider one that several share, from shares that this process takes ahead: most uses ask the database
   * nothing. Never more uses than allowed, and at most 5 % fewer. A use that one of the two refuses counts against neither.
   * @throws AppError as {@link RateLimits.take}
   */
  takeBoth(own: Counted, shared: Counted, reply?: HeaderSink): Promise<void>;
  /** Deletes windows that ended. */
  removeExpired(): Promise<void>;
  /** Gives back what of its shares this process has not used. Never throws, so that a stop without a database goes on. */
  close(): Promise<void>;
};

/** A use of a limit, which may allow another number of uses than its rule says. */
type Counted = { name: LimitName; who: string; uses?: number };

type RateLimitContext = { db: Db; clock: Clock; config: Scales };
type Scales = Pick<Config, 'rateLimitScale' | 'strangerScale' | 'throughputScale'>;

/** What RATE_LIMIT_SCALE, or local mode for its own machine, makes of a limit. */
function scaleOf(scope: LimitScope, who: string | Client, { rateLimitScale, strangerScale, throughputScale }: Scales): number {
  if (scope === 'guess') return 1;
  if (scope === 'throughput') return throughputScale;
  return typeof who === 'string' || who.isLocal ? rateLimitScale : Math.min(rateLimitScale, strangerScale);
}

/** What a column counts to, with room for whoever asks beyond it. */
const mostUses = 1_000_000_000;

/** One use of a limit by somebody. */
type Use = SharedUse & { name: LimitName };

/** Fixed windows in PostgreSQL: one statement counts and reads, so that the limits hold across processes (SEC-09). */
export function createRateLimits({ db, clock, config }: RateLimitContext): RateLimits {
  const shares = createRateShares({ db, clock });
  const useOf = (name: LimitName, who: string | Client, planned?: number): Use => {
    const { uses, scope, windowMs } = rateLimitRules[name];
    const counted = typeof who === 'string' ? who : addressBlock(who.ip);
    const allowed = Math.min(mostUses, Math.max(1, Math.round((planned ?? uses) * scaleOf(scope, who, config))));
    return { name, allowed, windowMs, key: `${name}:${sha256(counted)}` };
  };

  const counting = ({ key, windowMs }: Use, now: Date): SQL => {
    const freshEnd = new Date(now.getTime() + windowMs).toISOString();
    const ended = sql`${rateLimit.endsAt} <= ${now.toISOString()}`;
    return sql`insert into ${rateLimit} (key, uses, ends_at) values (${key}, 1, ${freshEnd})
      on conflict (key) do update set uses = case when ${ended} then 1 else ${rateLimit.uses} + 1 end,
        ends_at = case when ${ended} then excluded.ends_at else ${rateLimit.endsAt} end
      returning uses, ends_at`;
  };

  const waitOf = (endsAt: Date, now: Date) => Math.max(0, endsAt.getTime() - now.getTime());
  const headersOf = ({ name, allowed, windowMs }: Use, { uses, endsAt }: Used, now: Date): Record<string, string> => ({
    'ratelimit-policy': `"${name}";q=${allowed};w=${Math.ceil(windowMs / 1000)}`,
    ratelimit: `"${name}";r=${Math.max(0, allowed - uses)};t=${Math.ceil(waitOf(endsAt, now) / 1000)}`,
  });

  const require = (use: Use, used: Used, now: Date): void => {
    if (used.uses <= use.allowed) return;
    const retryAfterMs = waitOf(used.endsAt, now);
    throw new AppError('rate_limited', { detail: use.name, retryAfterMs, headers: headersOf(use, used, now) });
  };

  return {
    async take(name, who, reply) {
      const use = useOf(name, who);
      const now = clock.now();
      const { rows } = await db.execute<Row>(counting(use, now));
      const used = usedOf(rows[0]);
      require(use, used, now);
      reply?.headers(headersOf(use, used, now));
    },
    async takeBoth(own, shared, reply) {
      const [use, wider] = [useOf(own.name, own.who, own.uses), useOf(shared.name, shared.who, shared.uses)];
      const [first, second] = await shares.spend([use, wider]);
      const now = clock.now();
      require(use, first, now);
      reply?.headers(headersOf(use, first, now));
      require(wider, second, now);
    },
    async removeExpired() {
      // It waits for nobody: a request holds the window of its token while it waits for that of its account.
      const free = db
        .select({ key: rateLimit.key })
        .from(rateLimit)
        .where(lt(rateLimit.endsAt, clock.now()))
        .for('update', { skipLocked: true });
      await db.delete(rateLimit).where(inArray(rateLimit.key, free));
    },
    close: () => shares.giveBack(),
  };
}

type Row = { uses: number; ends_at: string };

function usedOf(row: Row | null | undefined): Used {
  if (!row) throw new Error('The rate limit was not counted');
  return { uses: row.uses, endsAt: new Date(row.ends_at) };
}
