import { AppError } from '@clearframe/contract';
import { lt, sql } from 'drizzle-orm';
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

/** Fixed windows in PostgreSQL: one statement counts and reads, so that the limits hold across processes (SEC-09). */
export function createRateLimits({ db, clock, config }: RateLimitContext): RateLimits {
  return {
    async take(name, who, reply) {
      const rule = rateLimitRules[name];
      const allowed = Math.max(1, Math.round(rule.uses * scaleOf(rule.scope, who, config)));
      const counted = typeof who === 'string' ? who : addressBlock(who.ip);
      const now = clock.now();
      const freshEnd = new Date(now.getTime() + rule.windowMs);
      const ended = sql`${rateLimit.endsAt} <= ${now.toISOString()}`;
      const [row] = await db
        .insert(rateLimit)
        .values({ key: `${name}:${sha256(counted)}`, uses: 1, endsAt: freshEnd })
        .onConflictDoUpdate({
          target: rateLimit.key,
          set: {
            uses: sql`case when ${ended} then 1 else ${rateLimit.uses} + 1 end`,
            endsAt: sql`case when ${ended} then ${freshEnd.toISOString()} else ${rateLimit.endsAt} end`,
          },
        })
        .returning({ uses: rateLimit.uses, endsAt: rateLimit.endsAt });
      if (!row) throw new Error('The rate limit was not counted');
      const waitMs = Math.max(0, row.endsAt.getTime() - now.getTime());
      const headers = {
        'ratelimit-policy': `"${name}";q=${allowed};w=${Math.ceil(rule.windowMs / 1000)}`,
        ratelimit: `"${name}";r=${Math.max(0, allowed - row.uses)};t=${Math.ceil(waitMs / 1000)}`,
      };
      if (row.uses > allowed) throw new AppError('rate_limited', { detail: name, retryAfterMs: waitMs, headers });
      reply?.headers(headers);
    },
    async removeExpired() {
      await db.delete(rateLimit).where(lt(rateLimit.endsAt, clock.now()));
    },
  };
}
