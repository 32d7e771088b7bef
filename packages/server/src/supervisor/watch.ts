import type { Child } from './child.ts';
import type { ProcessLimits } from './limits.ts';

export type Judgement = { act: 'leave' } | { act: 'recycle' } | { act: 'kill'; reason: string };

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** What to do with an analysis process that is busy since then (null = idle) and holds so much memory (null = unknown). */
export function judge(
  seen: { busySince: number | null; residentBytes: number | null; now: number },
  limits: ProcessLimits,
): Judgement {
  const resident = seen.residentBytes ?? 0;
  if (resident > limits.hardResidentBytes) return { act: 'kill', reason: `was killed at ${megabytes(resident)} of memory` };
  if (seen.busySince !== null && seen.now - seen.busySince > limits.jobMs)
    return { act: 'kill', reason: `was killed after ${Math.round((seen.now - seen.busySince) / 1000)} s on one job` };
  // Asked to stop it finishes the job under way first, so a busy one may be asked too: "after the job" is its own doing.
  if (resident > limits.softResidentBytes) return { act: 'recycle' };
  return { act: 'leave' };
}

export type Watched = { current(): Child };

/** Looks at every analysis process again and again. @returns the function that ends the looking */
export function watchChildren(
  children: readonly Watched[],
  limits: ProcessLimits,
  residentBytes: (pid: number) => number | null,
): () => void {
  const timer = setInterval(() => {
    for (const watched of children) {
      const child = watched.current();
      const seen = { busySince: child.busySince(), residentBytes: residentBytes(child.pid), now: Date.now() };
      const judgement = judge(seen, limits);
      if (judgement.act === 'kill') child.kill(judgement.reason);
      else if (judgement.act === 'recycle') void child.stop();
    }
  }, limits.lookEveryMs);
  return () => clearInterval(timer);
}
