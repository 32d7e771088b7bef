import type { LiveEvent } from '@clearframe/contract';
import type { Announcement } from './live-events.ts';

/** Longer than a page takes from its first answer to the opening of its stream. */
const KEPT_MS = 60_000;
const MOST = 5_000;
/** For more of them to read again is less. A stream for which 65 kB wait is cut off as well. */
const TOLD_MAX = 100;

export type RecentEvents = {
  /** From now on everything is heard. */
  begin(): void;
  /** From now on announcements go past this process. */
  end(): void;
  note(announcement: Announcement): void;
  /**
   * What that account was told in the last `backMs`, each event once.
   * @returns null for more than a hundred, and where this process does not know all of it
   */
  of(accountId: string, backMs: number): LiveEvent[] | null;
};

/**
 * The announcements of the last minute, for pages whose first answers are older than their stream. Stages are left out: they say
 * how far an item is now, not that something changed.
 * @param nowMs the process's own time, which never goes back
 */
export function createRecentEvents(nowMs: () => number = () => performance.now(), most = MOST): RecentEvents {
  /** By what it says, so that the same news is kept once, the latest last. */
  const kept = new Map<string, Announcement & { atMs: number }>();
  /** Everything that was told since then is kept; null = nothing is heard. */
  let knownSinceMs: number | null = null;

  function forgetOld(): void {
    const oldestMs = nowMs() - KEPT_MS;
    for (const [key, { atMs }] of kept) {
      if (atMs >= oldestMs && kept.size <= most) return;
      kept.delete(key);
      if (knownSinceMs !== null) knownSinceMs = Math.max(knownSinceMs, atMs);
    }
  }

  return {
    begin() {
      knownSinceMs = nowMs();
    },
    end() {
      knownSinceMs = null;
      kept.clear();
    },
    note({ accountId, event }) {
      if (event.type === 'media.stage') return;
      const key = JSON.stringify([accountId, event]);
      kept.delete(key);
      kept.set(key, { accountId, event, atMs: nowMs() });
      forgetOld();
    },
    of(accountId, backMs) {
      forgetOld();
      const sinceMs = nowMs() - backMs;
      if (knownSinceMs === null || sinceMs < Math.max(knownSinceMs, nowMs() - KEPT_MS)) return null;
      const told = [...kept.values()].filter((one) => one.accountId === accountId && one.atMs >= sinceMs);
      return told.length > TOLD_MAX ? null : told.map(({ event }) => event);
    },
  };
}
