const hourMs = 3_600_000;

/** A renewal may take so long to be told: until then access goes on as if it were paid. */
export const renewalWaitMs = 24 * hourMs;
/** After a renewal that failed access goes on for so long, while it is tried again each day. */
export const graceMs = 7 * 24 * hourMs;

/** Until when a subscription gives access. @param now when the change happens */
export function accessEnd(access: 'now' | 'period' | 'grace' | 'waiting', periodEnd: Date, now: Date): Date {
  if (access === 'now') return now;
  const extraMs = access === 'grace' ? graceMs : access === 'waiting' ? renewalWaitMs : 0;
  return new Date(Math.max(periodEnd.getTime() + extraMs, access === 'period' ? now.getTime() : 0));
}
