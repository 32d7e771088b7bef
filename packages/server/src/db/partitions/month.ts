/** A month of a table in parts: ids of version 7 that were made in it lie between these two, the second left out. */
export type Month = {
  /** `2026_12`, in UTC. */
  name: string;
  from: string;
  to: string;
};

/** The smallest id of a moment. @param at ms since epoch */
function firstId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The month that lies so many months after the one of this moment. */
export function monthAfter(now: Date, months: number): Month {
  const start = (more: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + more));
  const name = start(0).toISOString().slice(0, 7).replace('-', '_');
  return { name, from: firstId(start(0).getTime()), to: firstId(start(1).getTime()) };
}
