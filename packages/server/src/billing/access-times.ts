const hourMs = 3_600_000;

/** A renewal may take so long to be told: after that it counts as late. */
export const renewalWaitMs = 24 * hourMs;
/**
 * Access goes on for so long after a period that no payment followed, while the renewal is tried again each day. Written down when the
 * period begins, so that no job has to run at a certain time for it.
 */
export const graceMs = 7 * 24 * hourMs;

/** Until when a subscription gives access. @param now when the change happens */
export function accessEnd(access: 'now' | 'period' | 'grace', periodEnd: Date, now: Date): Date {
  if (access === 'now') return now;
  const extraMs = access === 'grace' ? graceMs : 0;
  return new Date(Math.max(periodEnd.getTime() + extraMs, access === 'period' ? now.getTime() : 0));
}
