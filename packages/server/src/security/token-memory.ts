import type { RatedPeriod, TokenScope } from '@clearframe/contract';
import type { Clock } from '../clock.ts';
import type { Listener } from '../db/listener.ts';

/** What a process knows of an API token that it found in the database. */
export type ProvedToken = {
  id: string;
  accountId: string;
  name: string;
  scopes: readonly TokenScope[];
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** What the account may use up now, for its rate. */
  periods: readonly RatedPeriod[];
};

export type TokenMemory = {
  /**
   * The token of that hash: remembered, or found now.
   * @param find null where no such token holds. That is not remembered, nor is one that has expired
   */
  of(hash: string, find: () => Promise<ProvedToken | null>): Promise<ProvedToken | null>;
  /** Forgets an account's tokens in this process, for whoever has just changed them. Others hear it from the database. */
  forget(accountId: string): void;
};

type MemoryOptions = { clock: Clock; listener: Listener; lifeMs?: number; most?: number };
type Kept = { token: ProvedToken; until: number };

/** The channel on which triggers of the database name an account whose tokens or periods have changed. */
const CHANNEL = 'clearframe_token';

/**
 * Remembers proved tokens for {@link MemoryOptions.lifeMs}, 5 s, and forgets them when the database announces a change. While nothing is
 * heard nothing is remembered. The life counts where a connection is deaf and nobody has noticed yet.
 */
export function createTokenMemory({ clock, listener, lifeMs = 5_000, most = 10_000 }: MemoryOptions): TokenMemory {
  const kept = new Map<string, Kept>();
  let isHearing = false;
  let hasAsked = false;
  /** Counts what was forgotten: whoever was looking meanwhile may have read what held before. */
  let changes = 0;

  function forgetAll(): void {
    changes += 1;
    kept.clear();
  }
  function forget(accountId: string): void {
    changes += 1;
    for (const [hash, { token }] of kept) if (token.accountId === accountId) kept.delete(hash);
  }
  /** Only a process that proves tokens listens. */
  function listen(): void {
    if (hasAsked) return;
    hasAsked = true;
    listener.hear(CHANNEL, {
      onPayload: forget,
      onListening() {
        forgetAll();
        isHearing = true;
      },
      onSilence() {
        isHearing = false;
        forgetAll();
      },
    });
  }

  return {
    async of(hash, find) {
      listen();
      const known = kept.get(hash);
      if (known && known.until > clock.now().getTime()) return known.token;
      const before = changes;
      const token = await find();
      const holds = token !== null && (token.expiresAt === null || token.expiresAt > clock.now());
      if (holds && isHearing && before === changes) {
        // Set again, so that the first of the map is the one that was read longest ago.
        kept.delete(hash);
        const [oldest] = kept.keys();
        if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
        kept.set(hash, { token, until: clock.now().getTime() + lifeMs });
      }
      return token;
    },
    forget,
  };
}
