import { type AuditAction, auditActionWords } from '@clearframe/contract';

/** What the log is narrowed by: an act, and days in UTC, both of them included. It lives in the address. */
export type AuditFilters = { action?: string; from?: string; to?: string };

export const auditActions = Object.entries(auditActionWords);
const words: Record<string, string> = auditActionWords satisfies Record<AuditAction, string>;

/** What was done, in words; an act of a newer server is shown by its name. */
export const actionWords = (action: string): string => (Object.hasOwn(words, action) ? (words[action] ?? action) : action);

const isDay = (text: string) => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The filters of an address; a value that is none is left out. */
export function auditFiltersOf(search: URLSearchParams): AuditFilters {
  const [action, from, to] = ['action', 'from', 'to'].map((name) => search.get(name) ?? '');
  return {
    ...(action && Object.hasOwn(words, action) ? { action } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
  };
}

/** "?action=media.failed&page=2"; what says nothing is left out. */
export function auditSearch(filters: AuditFilters, page = 1): string {
  const search = new URLSearchParams(filters);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '' : `?${search}`;
}

export const auditAddress = (filters: AuditFilters, page = 1): string => `/dashboard/account/audit${auditSearch(filters, page)}`;

const dayMs = 24 * 3_600_000;

/** The same for the server, which takes moments and counts the end out. */
export const auditTimes = ({ action, from, to }: AuditFilters) => ({
  ...(action === undefined ? {} : { action }),
  ...(from === undefined ? {} : { from: `${from}T00:00:00.000Z` }),
  ...(to === undefined ? {} : { to: new Date(Date.parse(to) + dayMs).toISOString() }),
});
