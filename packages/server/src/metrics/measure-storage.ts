import type { Metrics } from './create-metrics.ts';

/** Calls of the contract that move bytes or names, and how each is called in the metrics: another name costs up to 15 series. */
export const measured: Readonly<Record<string, string>> = {
  put: 'put',
  get: 'get',
  open: 'open',
  // Asks for the same without the bytes.
  size: 'open',
  withFile: 'with_file',
  remove: 'remove',
  move: 'move',
};

/** Whether what was to be stored broke off by itself: a caller who left, a film that cannot be followed. */
const brokeOff = (args: readonly unknown[]): boolean =>
  args.some((one) => typeof one === 'object' && one !== null && 'errored' in one && one.errored instanceof Error);

function outcomeOf(error: unknown, args: readonly unknown[]): string {
  if (error instanceof Error && error.name === 'ObjectMissing') return 'missing';
  return brokeOff(args) ? 'aborted' : 'error';
}

/**
 * A storage whose calls are measured at the border of its contract, whatever lies behind. What is done with a file counts as the
 * caller's time, and its failure as the caller's.
 */
export function measureStorage<T extends object>(storage: T, { storage: times }: Pick<Metrics, 'storage'>): T {
  // By the call itself: another one may take its place.
  const wrapped = new WeakMap<object, unknown>();

  function wrap(own: (...args: unknown[]) => unknown, op: string) {
    return async (...args: unknown[]): Promise<unknown> => {
      const begun = performance.now();
      let isTold = false;
      const tell = (outcome: string): void => {
        if (!isTold) times.observe({ op, outcome }, (performance.now() - begun) / 1_000);
        isTold = true;
      };
      const passed = args.map((one) =>
        typeof one !== 'function'
          ? one
          : (...given: unknown[]): unknown => {
              tell('ok');
              return Reflect.apply(one, undefined, given);
            },
      );
      try {
        const answer = await Reflect.apply(own, storage, passed);
        tell('ok');
        return answer;
      } catch (error) {
        tell(outcomeOf(error, args));
        throw error;
      }
    };
  }

  return new Proxy(storage, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      const op = typeof name === 'string' ? measured[name] : undefined;
      if (op === undefined || typeof own !== 'function') return own;
      const known = wrapped.get(own) ?? wrap((...args) => Reflect.apply(own, storage, args), op);
      wrapped.set(own, known);
      return known;
    },
  });
}
