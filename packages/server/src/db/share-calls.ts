import { AsyncLocalStorage } from 'node:async_hooks';

/** Whatever is done for many is none of the first one's matter: neither its trace nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

/** Nobody waits longer for a call that takes its time: the next one then runs beside it. */
const mostWaitMs = 50;

type Next<Found> = PromiseWithResolvers<Found> & { begin(): void };
/** Of one key: the call that others may still join, and how many are under way. */
type Calls<Found> = { next: Next<Found> | null; underWay: number };

/**
 * Calls that ask for the same are one call, while it has not begun. It begins after the turn of the event loop, and after an equal one that
 * is under way, so everybody sees what was committed before they asked. Its result is shared: nobody may change it.
 */
export function shareCalls<Owner extends object, Found>(): (
  owner: Owner,
  key: string,
  call: () => Promise<Found>,
) => Promise<Found> {
  const asked = new WeakMap<Owner, Map<string, Calls<Found>>>();

  return (owner, key, call) => {
    const keys = asked.get(owner) ?? new Map<string, Calls<Found>>();
    asked.set(owner, keys);
    const calls = keys.get(key) ?? { next: null, underWay: 0 };
    keys.set(key, calls);
    if (calls.next) return calls.next.promise;

    const ended = (): void => {
      calls.underWay -= 1;
      if (calls.next) calls.next.begin();
      else if (calls.underWay === 0) keys.delete(key);
    };
    const settle = Promise.withResolvers<Found>();
    const next: Next<Found> = {
      ...settle,
      begin() {
        if (calls.next !== next) return;
        calls.next = null;
        calls.underWay += 1;
        const made = call();
        settle.resolve(made);
        made.then(ended, ended);
      },
    };
    calls.next = next;
    outside(() => (calls.underWay === 0 ? setImmediate(next.begin) : setTimeout(next.begin, mostWaitMs)));
    return settle.promise;
  };
}
