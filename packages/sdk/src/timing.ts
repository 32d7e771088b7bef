/** The clock, so that tests need not wait. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws the signal's reason when it is aborted before the time is up */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0 ≤ number < 1, by which waits are spread. */
  random(): number;
};

export const realTiming: Timing = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
  random: () => Math.random(),
};
