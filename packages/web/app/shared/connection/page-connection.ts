import { createConnection } from './connection.ts';

/** A server that is busy may take a moment; one that has not answered by then is not there for whoever waits. */
const ASKED_MS = 5_000;

/** Whether this page reaches its server. It begins to look once the signed-in part of the page is drawn: see `useConnection`. */
export const pageConnection = createConnection({
  ask: async () => (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ASKED_MS) })).ok,
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
});
