import { type endpoints, messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { pageConnection } from '../connection/page-connection.ts';
import { createRefresher, type RefreshStamp } from './refresh.ts';

/** A call of the table whose schemas are not loaded: pages that are only read refresh a session too (docs/decisions/063). */
const call: Pick<(typeof endpoints)['refresh'], 'method' | 'path'> = { method: 'GET', path: '/auth/refresh' };

const STAMP_KEY = 'clearframe-refreshed';
const LOCK = 'clearframe-refresh';
/** Until another process of the browser reads what this one wrote to the storage. */
const STORAGE_LAG_MS = 100;

let expiredListener = () => {};

/** The session learns here that a refresh was refused. */
export function onSessionExpired(listener: () => void): void {
  expiredListener = listener;
}

function readStamp(): RefreshStamp | null {
  try {
    const [at, ok] = (localStorage.getItem(STAMP_KEY) ?? '').split(' ');
    return at && ok ? { at: Number(at), ok: ok === 'ok' } : null;
  } catch {
    return null;
  }
}

function writeStamp(stamp: RefreshStamp): void {
  try {
    localStorage.setItem(STAMP_KEY, `${stamp.at} ${stamp.ok ? 'ok' : 'refused'}`);
  } catch {
    // Without storage each tab refreshes for itself; the server allows that for ten seconds.
  }
}

async function refresh(): Promise<boolean> {
  const response = await fetch(`/api${call.path}`, { method: call.method, credentials: 'same-origin' }).catch(() => {
    pageConnection.doubt();
    throw new ClearframeError(0, messages.requestFailed);
  });
  return response.ok;
}

/**
 * Runs one refresh at a time over all tabs. The lock is held a moment longer than the task: a tab of another process sees what was
 * written to the storage a little later. Old browsers and plain http lack the lock; the stamp alone then keeps most tabs apart.
 */
function inTurn<T>(task: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    void navigator.locks.request(LOCK, async () => {
      await task().then(resolve, reject);
      await new Promise((over) => setTimeout(over, STORAGE_LAG_MS));
    });
  });
}

const refresher = createRefresher({
  refresh,
  exclusive: (task) => ('locks' in navigator ? inTurn(task) : task()),
  readStamp,
  writeStamp,
  now: Date.now,
  onExpired: () => expiredListener(),
});

/** Sends by the rule of AUTH-09: a 401 is answered by one refresh of all tabs, then it is sent again. */
export const withRefresh = refresher.withRefresh;
/** A sign-in succeeded: refreshes are allowed again. */
export const reopenSession = refresher.reopen;
/** Somebody left: calls that are under way renew nothing. */
export const closeSession = refresher.close;
