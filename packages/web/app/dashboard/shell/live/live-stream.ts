import { LiveEvent } from '@clearframe/contract';

/** What the stream needs of an EventSource; tests give their own. */
export type Source = {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
};

export type LiveListener = {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed, after a break or before the stream opened: what was fetched before may be old. */
  onReconnect?: () => void;
};

export type LiveStream = {
  /** Opens the one connection with the first listener and closes it with the last. @returns the function that unsubscribes */
  subscribe(listener: LiveListener): () => void;
};

export type LiveDeps = {
  open: () => Source;
  /** Renews the session before another try; false = nobody is signed in any more, so the stream stays closed. */
  renew: () => Promise<boolean>;
  /** The line broke; the browser or this stream tries again. */
  onBreak: () => void;
  nowMs: () => number;
  /** @returns the function that cancels */
  after: (delayMs: number, task: () => void) => () => void;
};

/** EventSource.CLOSED: the browser reconnects by itself after a broken line, but gives up when the answer was a refusal. */
const CLOSED = 2;
/** A stream that takes longer to open cannot say what changed before: the page had said for how long it has been reading. */
export const OPENS_WITHIN_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const eventTypes = LiveEvent.options.map((option) => option.shape.type.value);

function parseEvent(data: unknown): LiveEvent | null {
  try {
    const parsed = LiveEvent.safeParse(JSON.parse(String(data)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One connection to `GET /api/events` for the whole page: a browser allows only six to a host over HTTP/1.1. */
export function createLiveStream(deps: LiveDeps): LiveStream {
  const listeners = new Set<LiveListener>();
  let source: Source | null = null;
  let cancelPause = () => {};
  let pauseMs = FIRST_PAUSE_MS;
  let everOpen = false;
  let askedMs = 0;

  const stop = () => {
    cancelPause();
    cancelPause = () => {};
    source?.close();
    source = null;
  };

  const onOpen = () => {
    pauseMs = FIRST_PAUSE_MS;
    if (everOpen || deps.nowMs() - askedMs > OPENS_WITHIN_MS) for (const listener of listeners) listener.onReconnect?.();
    everOpen = true;
  };

  const retry = async () => {
    const signedIn = await deps.renew().catch(() => true);
    if (signedIn && listeners.size > 0 && source === null) start();
  };

  const start = () => {
    askedMs = deps.nowMs();
    const opened = deps.open();
    source = opened;
    opened.addEventListener('open', onOpen);
    opened.addEventListener('error', () => {
      if (source === opened) deps.onBreak();
      if (source !== opened || opened.readyState !== CLOSED) return;
      source = null;
      cancelPause = deps.after(pauseMs, () => void retry());
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
    for (const type of eventTypes) {
      opened.addEventListener(type, ({ data }) => {
        const event = parseEvent(data);
        if (event === null) return;
        for (const listener of listeners) {
          if (event.type === 'stream.late') listener.onReconnect?.();
          else listener.onEvent(event);
        }
      });
    }
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop();
        everOpen = false;
        pauseMs = FIRST_PAUSE_MS;
      };
    },
  };
}
