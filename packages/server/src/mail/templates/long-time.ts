/** A moment as people outside read it, such as "28 November 2026 at 13:05 UTC". */
export const longTime = (at: Date): string =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
