import { type AccessToken, type TokenScope, tokenScopes } from '@clearframe/contract';
import { formatShortDate } from '../../shared/format/format.ts';

/** A call that works when pasted into a shell that holds the token in CLEARFRAME_TOKEN. */
export function curlExample(origin: string): string {
  return [
    `curl -X POST ${origin}/api/v1/upload \\`,
    '  -H "Authorization: Bearer $CLEARFRAME_TOKEN" \\',
    '  -F "media=@picture.jpg" \\',
    '  -F "caption=Three pears on a shelf"',
  ].join('\n');
}

/** What each scope is called, and what it is for. */
export const scopeWords: Record<TokenScope, { name: string; hint: string }> = {
  upload: { name: 'Upload', hint: 'Send files and addresses' },
  read: { name: 'Read', hint: 'See items, verdicts and usage' },
  decide: { name: 'Decide', hint: 'Pass, fail and delete items' },
  check: { name: 'Check', hint: 'Get a verdict without keeping the file' },
  report: { name: 'Report', hint: 'File notices and appeals for other people' },
};

/** "All scopes, no expiry", "Upload and read, expires 3 Dec 2026". `now` in ms since 1970. */
export function tokenReach({ scopes, expiresAt }: Pick<AccessToken, 'scopes' | 'expiresAt'>, now: number): string {
  const names = scopes.map((scope) => scopeWords[scope].name.toLowerCase()).join(' and ');
  const reach = scopes.length === tokenScopes.length ? 'All scopes' : `${names.charAt(0).toUpperCase()}${names.slice(1)}`;
  if (expiresAt === null) return `${reach}, no expiry`;
  return `${reach}, ${Date.parse(expiresAt) <= now ? 'expired' : 'expires'} ${formatShortDate(expiresAt)}`;
}
