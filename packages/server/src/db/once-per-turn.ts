import { AsyncLocalStorage } from 'node:async_hooks';

/** Whatever is done for many is none of the first one's matter: neither its trace nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Calls of one turn of the event loop that ask for the same are one call. It begins after that turn, so everybody sees what was committed
 * before they asked. Its result is shared: nobody may change it.
 */
export function oncePerTurn<Owner extends object, Found>(): (
  owner: Owner,
  key: string,
  call: () => Promise<Found>,
) => Promise<Found> {
  const asked = new WeakMap<Owner, Map<string, Promise<Found>>>();
  return (owner, key, call) => {
    const calls = asked.get(owner) ?? new Map<string, Promise<Found>>();
    asked.set(owner, calls);
    const known = calls.get(key);
    if (known) return known;
    const { promise, resolve } = Promise.withResolvers<Found>();
    calls.set(key, promise);
    outside(() =>
      setImmediate(() => {
        calls.delete(key);
        resolve(call());
      }),
    );
    return promise;
  };
}
