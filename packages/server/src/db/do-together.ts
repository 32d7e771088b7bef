import { AsyncLocalStorage } from 'node:async_hooks';

/** What is done for many is none of the first one's matter: neither its trace nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

/** Of one piece of work. */
const mostTogether = 25;
/** Who comes while a piece of work takes so long does not wait for its end. */
const longMs = 500;

type Ways<Item> = {
  alone(item: Item): Promise<void>;
  /** Does all of them or none. @returns false where it did none of them: then each is done alone */
  together(items: readonly [Item, ...Item[]]): Promise<boolean>;
};
type Waiting<Item> = { item: Item; settle: PromiseWithResolvers<void> };
type Line<Item> = { waiting: Waiting<Item>[]; since: number };

const isSome = <T>(items: readonly T[]): items is readonly [T, ...T[]] => items.length > 0;

/**
 * Work of one key, such as transactions that lock the same row: what comes while some is under way waits for its end, and is then done
 * together. What comes alone is done at once.
 */
export function doTogether<Owner extends object, Item>({ alone, together }: Ways<Item>) {
  const lines = new WeakMap<Owner, Map<string, Line<Item>>>();

  /** Who waits is told how their own work ended. */
  async function doAll(some: readonly Waiting<Item>[]): Promise<void> {
    const items = some.map(({ item }) => item);
    try {
      if (isSome(items) && items.length > 1 && (await together(items))) {
        for (const { settle } of some) settle.resolve();
        return;
      }
    } catch (error) {
      for (const { settle } of some) settle.reject(error);
      return;
    }
    for (const { item, settle } of some) await alone(item).then(settle.resolve, settle.reject);
  }

  async function goOn(keys: Map<string, Line<Item>>, key: string, line: Line<Item>): Promise<void> {
    while (line.waiting.length > 0) {
      line.since = performance.now();
      await doAll(line.waiting.splice(0, mostTogether));
    }
    keys.delete(key);
  }

  return async (owner: Owner, key: string, item: Item): Promise<void> => {
    const keys = lines.get(owner) ?? new Map<string, Line<Item>>();
    lines.set(owner, keys);
    const busy = keys.get(key);
    if (busy) {
      if (performance.now() - busy.since > longMs) return await alone(item);
      const settle = Promise.withResolvers<void>();
      busy.waiting.push({ item, settle });
      return await settle.promise;
    }
    const line: Line<Item> = { waiting: [], since: performance.now() };
    keys.set(key, line);
    try {
      await alone(item);
    } finally {
      void outside(() => goOn(keys, key, line));
    }
  };
}
