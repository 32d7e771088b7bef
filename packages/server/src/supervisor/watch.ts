import type { Child } from './child.ts';
import type { ProcessLimits } from './limits.ts';

/** One look at an analysis process. Times are ms since epoch; null = idle, unknown, not so. */
export type Look = {
  busySince: number | null;
  isOnLongJob: boolean;
  residentBytes: number | null;
  aboveSoftSince: number | null;
  now: number;
};
export type Judgement = { act: 'leave' } | { act: 'recycle' } | { act: 'kill'; reason: string; why: 'memory' | 'hung' };

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** What to do with an analysis process that was seen so. */
export function judge({ busySince, isOnLongJob, residentBytes, aboveSoftSince, now }: Look, limits: ProcessLimits): Judgement {
  if (residentBytes !== null && residentBytes > limits.hardResidentBytes)
    return { act: 'kill', why: 'memory', reason: `was killed at ${megabytes(residentBytes)} of memory` };
  if (busySince !== null && now - busySince > limits.jobMs)
    return { act: 'kill', why: 'hung', reason: `was killed after ${Math.round((now - busySince) / 1000)} s on one job` };
  // Asked to stop it finishes the job under way first, so one that is busy with a picture may be asked too; a long video would be
  // cut off. One big picture is no reason.
  if (!isOnLongJob && aboveSoftSince !== null && now - aboveSoftSince >= limits.softForMs) return { act: 'recycle' };
  return { act: 'leave' };
}

export type Watched = { current(): Child };

/** Looks at every analysis process again and again. @returns the function that ends the looking */
export function watchChildren(
  children: readonly Watched[],
  limits: ProcessLimits,
  residentBytes: (child: Child) => number | null,
): () => void {
  const aboveSoft = new Map<number, number>();
  const lookAt = (child: Child): void => {
    const now = Date.now();
    const resident = residentBytes(child);
    if (resident === null || resident <= limits.softResidentBytes) aboveSoft.delete(child.pid);
    else if (!aboveSoft.has(child.pid)) aboveSoft.set(child.pid, now);
    const aboveSoftSince = aboveSoft.get(child.pid) ?? null;
    const judgement = judge(
      { busySince: child.busySince(), isOnLongJob: child.isOnLongJob(), residentBytes: resident, aboveSoftSince, now },
      limits,
    );
    if (judgement.act === 'kill') child.kill(judgement.reason, { why: judgement.why });
    else if (judgement.act === 'recycle') void child.stop();
  };
  const timer = setInterval(() => {
    for (const watched of children) lookAt(watched.current());
  }, limits.lookEveryMs);
  return () => clearInterval(timer);
}
