const DEFAULT = '/dashboard';
/** Opened by mails; whoever must sign in to answer comes back to them. */
const MAILED = ['/invite', '/confirm-email'];
/** Of the signed-in part, too. */
const CONSOLE = '/operator';

/**
 * A path of ours under /dashboard, the console, or a page that a mail opens, or null: never another site, whatever the address bar
 * says.
 */
function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return null;
  const base = 'http://own.invalid';
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return null;
  const known = [DEFAULT, CONSOLE, ...MAILED].includes(url.pathname) || url.pathname.startsWith(`${DEFAULT}/`);
  if (!known) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Address of the sign-in page that leads back to `wanted`, also after a reload. */
export function loginPath(wanted: string): string {
  const path = ownPath(wanted);
  return path === null || path === DEFAULT ? '/login' : `/login?next=${encodeURIComponent(path)}`;
}

/**
 * Where a fresh sign-in goes: the location that the guard remembered, else `?next=`, else the dashboard.
 * @param state the router's location state
 * @param search the query string of the sign-in page
 */
export function afterSignIn(state: unknown, search: string): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return ownPath(from) ?? ownPath(new URLSearchParams(search).get('next')) ?? DEFAULT;
}

/** What a link between the pages of signing in carries, so that the way back outlives a detour. @param place the router's location */
export function wayBack({ state, search }: { state: unknown; search: string }): { from: string } {
  return { from: afterSignIn(state, search) };
}
