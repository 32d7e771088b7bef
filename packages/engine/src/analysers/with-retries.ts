import { AnalyserError, type AnalyserFault } from './analyser.ts';
import type { AnalyserClock } from './clock.ts';

/** Faults that may pass by themselves. */
const passing: readonly AnalyserFault[] = ['timeout', 'unreachable', 'throttled', 'provider'];

/** Retries after the first try: a third one rarely helps, and the job is repeated later anyway. */
const defaultRetries = 2;
/** The first pause is between half of this and all of it, each further one twice as long. */
const firstPauseMs = 500;
/** No longer is waited, whatever the provider asks for: the job holds an analysis process meanwhile. */
const longestPauseMs = 20_000;

/** So long after the first try none is begun: whoever waits for the picture has waited long enough. */
const retryWithinMs = 60_000;

/** The time of a try was up, which an answer of status 408 is not. */
class TimeUpError extends AnalyserError {}

export type RetryOptions = {
  clock: AnalyserClock;
  /** How long one try may take, from the connection to the end of the answer. */
  tryMs: number;
  retries?: number;
  /** Ends the try that runs and the pauses between; its reason is thrown. */
  signal: AbortSignal;
  /** Told before each pause, with how long it will be. */
  onPause?: (pauseMs: number, fault: AnalyserError) => void;
};

/**
 * Tries until there is an answer: again after a fault that may pass, at most twice, each time after a pause with chance in it, so that
 * many processes do not come back at the same moment. A pause that the provider asked for is kept, up to 20 s. A try that took all its
 * time is the last one.
 * @throws AnalyserError the fault of the last try; whatever else a try throws, at once
 */
export async function withRetries<T>(attempt: (signal: AbortSignal) => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, retries = defaultRetries, signal, onPause } = options;
  const startedMs = clock.nowMs();
  for (let done = 0; ; done += 1) {
    try {
      return await tryOnce(attempt, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof AnalyserError) || !passing.includes(error.fault) || done >= retries) throw error;
      // One that hangs is not waited for again at once: each further try would hold the analysis process as long as this one did.
      if (error instanceof TimeUpError) throw error;
      const pauseMs = pauseAfter(done, error, clock);
      if (clock.nowMs() + pauseMs - startedMs > retryWithinMs) throw error;
      onPause?.(pauseMs, error);
      await clock.sleep(pauseMs, signal);
    }
  }
}

function pauseAfter(done: number, { retryAfterMs = 0 }: AnalyserError, clock: AnalyserClock): number {
  const ownMs = firstPauseMs * 2 ** done * (0.5 + clock.random() / 2);
  return Math.min(longestPauseMs, Math.max(ownMs, retryAfterMs));
}

/** One try that ends when its time is up, even if it does not listen to its signal. */
async function tryOnce<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { clock, tryMs, signal }: Pick<RetryOptions, 'clock' | 'tryMs' | 'signal'>,
): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const late = new AbortController();
  const timeUp = clock.sleep(tryMs, ended.signal).then(() => {
    const error = new TimeUpError('timeout', `no answer within ${tryMs} ms`);
    late.abort(error);
    throw error;
  });
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended.signal });
  });
  try {
    return await Promise.race([attempt(AbortSignal.any([signal, late.signal])), timeUp, givenUp]);
  } finally {
    ended.abort();
  }
}

/**
 * What a `Retry-After` header asks for.
 * @param value seconds or an HTTP date
 * @returns ms from `nowMs` on, 0 to 20 000; undefined when there is none or it is neither
 */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(longestPauseMs, Math.max(0, waitMs));
}
