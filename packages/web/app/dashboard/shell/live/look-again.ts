import { ClearframeError } from '@clearframe/sdk';
import { focusManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { keys } from '../../../shared/api/keys.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30_000;

/** An item or an export that is queued or under way, or a list with one. */
export function isOnItsWay(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(isOnItsWay);
  if (typeof data !== 'object' || data === null) return false;
  if ('media_uploads' in data) return isOnItsWay(data.media_uploads);
  if ('processing' in data) return data.processing === true;
  return 'state' in data && (data.state === 'queued' || data.state === 'running');
}

/** What was refused is not waited for: it is gone, or not for this person. 429 only says later. */
const isRefused = (error: unknown): boolean =>
  error instanceof ClearframeError && error.status >= 400 && error.status < 500 && error.status !== 429;

export type LookAgainDeps = {
  /** @returns the function that cancels */
  after: (delayMs: number, task: () => void) => () => void;
  /** Reads what is below a key again. */
  read: (key: QueryKey) => void;
  /** Whether anybody looks at the page. */
  isSeen?: () => boolean;
};

/**
 * As long as the page shows something on its way, reads it again: after 5 s, then after twice as long each time, up to 30 s. The live
 * line tells it sooner. This is for networks that let no such line through.
 * @returns the function that ends it
 */
export function lookAgain(
  queries: QueryClient,
  { after, read, isSeen = () => focusManager.isFocused() }: LookAgainDeps,
): () => void {
  const cache = queries.getQueryCache();
  const waitedFor = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => isOnItsWay(state.data) && !isRefused(state.error) });
  let pauseMs = FIRST_PAUSE_MS;
  let cancel: (() => void) | null = null;

  const look = () => {
    if (isSeen()) pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    cancel = after(pauseMs, look);
    if (!isSeen()) return;
    // With a verdict come the numbers beside it.
    const names = new Set(waitedFor().map(({ queryKey }) => queryKey[0]));
    const beside = names.has(keys.media.all[0]) ? [keys.usage.all, keys.authors.figures] : [];
    for (const key of [...[...names].map((name) => [name]), ...beside]) read(key);
  };
  const follow = () => {
    if (waitedFor().length > 0) {
      cancel ??= after(pauseMs, look);
      return;
    }
    cancel?.();
    cancel = null;
    pauseMs = FIRST_PAUSE_MS;
  };
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerAdded' || type === 'observerRemoved') follow();
  });
  follow();
  return () => {
    unsubscribe();
    cancel?.();
  };
}
