import { AnalyserError, type AnalyserFault } from './analyser.ts';
import type { AnalyserClock } from './clock.ts';

/**
 * Faults that say something of one picture only. They do not count: whoever uploads pictures that a provider refuses could
 * otherwise switch the provider off for everybody.
 */
const ofThePicture: readonly AnalyserFault[] = ['rejected', 'garbage'];

const defaults = { faultsToOpen: 5, openMs: 30_000 };

export type Breaker = {
  /**
   * Runs the work, or refuses it at once while the breaker is open.
   * @throws AnalyserError `unreachable` when refused, else what the work throws
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  state(): 'closed' | 'open' | 'half-open';
};

/**
 * Spares a provider that is away, and the pictures that would wait for it: after `faultsToOpen` faults in a row nothing is sent for
 * `openMs`; then one call is let through, and its end decides whether the others follow or another `openMs` begins.
 */
export function createBreaker({
  clock,
  faultsToOpen = defaults.faultsToOpen,
  openMs = defaults.openMs,
}: {
  clock: Pick<AnalyserClock, 'nowMs'>;
  faultsToOpen?: number;
  openMs?: number;
}): Breaker {
  let faults = 0;
  let openUntil: number | null = null;
  let isProbing = false;

  const state = () => {
    if (openUntil === null) return 'closed';
    return clock.nowMs() < openUntil ? 'open' : 'half-open';
  };

  function refuse(): never {
    const leftMs = Math.max(0, (openUntil ?? 0) - clock.nowMs());
    throw new AnalyserError('unreachable', `not asked: its last ${faults} calls failed`, { retryAfterMs: leftMs });
  }

  function failed(): void {
    faults += 1;
    if (openUntil !== null || faults >= faultsToOpen) openUntil = clock.nowMs() + openMs;
  }

  function answered(): void {
    faults = 0;
    openUntil = null;
  }

  return {
    state,
    async run(work) {
      const now = state();
      if (now === 'open' || (now === 'half-open' && isProbing)) refuse();
      const isProbe = now === 'half-open';
      if (isProbe) isProbing = true;
      try {
        const result = await work();
        answered();
        return result;
      } catch (error) {
        // Anything but an AnalyserError is the caller's giving up or a fault of ours: it says nothing of the provider.
        if (error instanceof AnalyserError) (ofThePicture.includes(error.fault) ? answered : failed)();
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}
