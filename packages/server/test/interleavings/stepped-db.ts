import { createDb, type DbHandle } from '../../src/db/client.ts';
import type { Lane } from './lane.ts';

const textOf = (query: unknown): string => {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return String(text).slice(0, 60).replace(/\s+/g, ' ');
};

/** A pool whose every statement, `begin` and `commit` included, is a step of the lane. */
export function createSteppedDb(url: string, lane: Lane): DbHandle {
  const handle = createDb({ url, max: 3, name: lane.name });
  handle.pool.on('connect', (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    const stepped = (...args: unknown[]): unknown => {
      const done = args.at(-1);
      if (typeof done !== 'function') return lane.step(textOf(args[0]), async () => await query(...args));
      // The pool itself asks this way, and is told by calling back.
      const asked = () =>
        new Promise<void>((resolve) => {
          query(...args.slice(0, -1), (...answer: unknown[]) => {
            resolve();
            done(...answer);
          });
        });
      void lane.step(textOf(args[0]), asked);
      return undefined;
    };
    Object.defineProperty(client, 'query', { value: stepped });
  });
  return handle;
}
