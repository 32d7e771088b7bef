/** `offline`: the browser has no network. `unreachable`: it has one, but the server does not answer. */
export type ConnectionState = 'connected' | 'offline' | 'unreachable';

export type Connection = {
  get: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  /** The browser says whether it has a network. */
  setNetwork: (present: boolean) => void;
  /** A call got no answer. Before anyone is told, the server itself is asked: a single call may fail for its own reasons. */
  doubt: () => void;
  /** Asks the server now instead of at the end of the pause. */
  check: () => Promise<void>;
  /** Asks nothing more. */
  stop: () => void;
};

export type ConnectionDeps = {
  /** Whether the server answers. */
  ask: () => Promise<boolean>;
  /** @returns the function that cancels */
  after: (delayMs: number, task: () => void) => () => void;
};

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;

/** Knows whether the server can be reached, and asks again with growing pauses as long as it cannot. */
export function createConnection({ ask, after }: ConnectionDeps): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = 'connected';
  let network = true;
  let asking: Promise<void> | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let cancelPause = () => {};

  const set = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const judge = async () => {
    cancelPause();
    const answered = await ask().catch(() => false);
    if (!network) return;
    if (answered) {
      pauseMs = FIRST_PAUSE_MS;
      return set('connected');
    }
    cancelPause = after(pauseMs, () => void check());
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    set('unreachable');
  };
  const check = () => {
    asking ??= judge().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setNetwork(present) {
      network = present;
      cancelPause();
      pauseMs = FIRST_PAUSE_MS;
      if (!present) return set('offline');
      // A network is not yet a server: the page goes on when that has answered.
      if (state !== 'connected') void check();
    },
    doubt() {
      // Nobody looks: public pages say by themselves what failed.
      if (state === 'connected' && listeners.size > 0) void check();
    },
    check,
    stop() {
      cancelPause();
    },
  };
}
