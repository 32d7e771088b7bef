import { AppError } from '@clearframe/contract';
import { inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { rateLimit } from '../db/schema.ts';
import { addressBlock, type Client } from './client-address.ts';
import { type LimitName, type LimitScope, rateLimitRules } from './rate-limit-rules.ts';
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
   * Counts one use of a limit, and of a wider one that several share, at once. A use that the first refuses does not count against the
   * second.
   * @throws AppError as {@link RateLimits.take}
   */
  takeBoth(own: [LimitName, string], shared: [LimitName, string], reply?: HeaderSink): Promise<void>;
  /** Deletes windows that ended. */
  removeExpired(): Promise<void>;
};

type RateLimitContext = { db: Db; clock: Clock; config: Scales };
type Scales = Pick<Config, 'rateLimitScale' | 'strangerScale' | 'throughputScale'>;

/** What RATE_LIMIT_SCALE, or local mode for its own machine, makes of a limit. */
function scaleOf(scope: LimitScope, who: string | Client, { rateLimitScale, strangerScale, throughputScale }: Scales): number {
  if (scope === 'guess') return 1;
  if (scope === 'throughput') return throughputScale;
  return typeof who === 'string' || who.isLocal ? rateLimitScale : Math.min(rateLimitScale, strangerScale);
}

type Used = { uses: number; endsAt: Date };
/** One use of a limit by somebody. */
type Use = { name: LimitName; allowed: number; key: string };

/** Fixed windows in PostgreSQL: one statement counts and reads, so that the limits hold across processes (SEC-09). */
export function createRateLimits({ db, clock, config }: RateLimitContext): RateLimits {
  const useOf = (name: LimitName, who: string | Client): Use => {
    const { uses, scope } = rateLimitRules[name];
    const counted = typeof who === 'string' ? who : addressBlock(who.ip);
    return { name, allowed: Math.max(1, Math.round(uses * scaleOf(scope, who, config))), key: `${name}:${sha256(counted)}` };
  };

  /** An insert that counts, of what `source` selects. */
  const counting = ({ name, key }: Use, now: Date, source: SQL): SQL => {
    const freshEnd = new Date(now.getTime() + rateLimitRules[name].windowMs).toISOString();
    const ended = sql`${rateLimit.endsAt} <= ${now.toISOString()}`;
    return sql`insert into ${rateLimit} (key, uses, ends_at) select ${key}::text, 1, ${freshEnd}::timestamptz ${source}
      on conflict (key) do update set uses = case when ${ended} then 1 else ${rateLimit.uses} + 1 end,
        ends_at = case when ${ended} then excluded.ends_at else ${rateLimit.endsAt} end
      returning uses, ends_at`;
  };

  const waitOf = (endsAt: Date, now: Date) => Math.max(0, endsAt.getTime() - now.getTime());
  const headersOf = ({ name, allowed }: Use, { uses, endsAt }: Used, now: Date): Record<string, string> => ({
    'ratelimit-policy': `"${name}";q=${allowed};w=${Math.ceil(rateLimitRules[name].windowMs / 1000)}`,
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
      const { rows } = await db.execute<Row>(counting(use, now, sql``));
      const used = usedOf(rows[0]);
      require(use, used, now);
      reply?.headers(headersOf(use, used, now));
    },
    async takeBoth([name, who], [wider, whole], reply) {
      const [use, other] = [useOf(name, who), useOf(wider, whole)];
      const now = clock.now();
      const { rows } = await db.execute<Row & { others: Row | null }>(sql`
        with own as (${counting(use, now, sql``)}),
        other as (${counting(other, now, sql`from own where own.uses <= ${use.allowed}::int`)})
        select own.uses, own.ends_at, (select row_to_json(other) from other) as others from own`);
      const used = usedOf(rows[0]);
      require(use, used, now);
      reply?.headers(headersOf(use, used, now));
      require(other, usedOf(rows[0]?.others), now);
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
  };
}

type Row = { uses: number; ends_at: string };

function usedOf(row: Row | null | undefined): Used {
  if (!row) throw new Error('The rate limit was not counted');
  return { uses: row.uses, endsAt: new Date(row.ends_at) };
}
