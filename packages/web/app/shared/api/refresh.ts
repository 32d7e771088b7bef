import { messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';

/** When a refresh last ended and how, in any tab. `at` in ms since 1970. */
export type RefreshStamp = { at: number; ok: boolean };

export type RefreshDeps = {
  /** Asks the server for new cookies: true = renewed, false = refused. Rejects when there was no answer. */
  refresh: () => Promise<boolean>;
  /** Runs one task at a time over all tabs. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** The stamp that all tabs share. */
  readStamp: () => RefreshStamp | null;
  writeStamp: (stamp: RefreshStamp) => void;
  now: () => number;
  /** Called once when a refresh was refused. */
  onExpired: () => void;
};

export type Refresher = {
  /** Sends; after a 401 renews the session once, together with everyone else who got one, and sends again. */
  withRefresh: <T extends { status: number }>(send: () => Promise<T>) => Promise<T>;
  /** After a sign-in: a 401 may be answered by a refresh again. */
  reopen: () => void;
  /** After a sign-out: a call that was under way is refused, and nothing is renewed for it. */
  close: () => void;
};

/** The rule of AUTH-09. */
export function createRefresher(deps: RefreshDeps): Refresher {
  let expired = false;
  let running: Promise<boolean> | null = null;

  const refreshOnce = async (sentAt: number): Promise<boolean> => {
    const stamp = deps.readStamp();
    // Another tab, or an earlier call of this one, renewed the session while this answer was on its way.
    if (stamp && stamp.at >= sentAt) return stamp.ok;
    const ok = await deps.refresh();
    deps.writeStamp({ at: deps.now(), ok });
    return ok;
  };

  const renew = (sentAt: number): Promise<boolean> => {
    running ??= deps
      .exclusive(() => refreshOnce(sentAt))
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    async withRefresh(send) {
      const sentAt = deps.now();
      const answer = await send();
      if (answer.status !== 401) return answer;
      if (!expired && (await renew(sentAt))) return send();
      if (!expired) {
        expired = true;
        deps.onExpired();
      }
      throw new ClearframeError(401, messages.sessionExpired);
    },
    reopen() {
      expired = false;
    },
    close() {
      expired = true;
    },
  };
}
