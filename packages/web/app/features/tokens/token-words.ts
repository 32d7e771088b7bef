import { limits } from '@clearframe/contract';

/** The first 20 characters and an ellipsis (TOK-01). */
export function shownToken(token: string): string {
  return `${token.slice(0, limits.tokenShownLength)}…`;
}

/** A call that works when pasted into a shell that holds the token in CLEARFRAME_TOKEN. */
export function curlExample(origin: string): string {
  return [
    `curl -X POST ${origin}/api/v1/upload \\`,
    '  -H "Authorization: Bearer $CLEARFRAME_TOKEN" \\',
    '  -F "media=@picture.jpg" \\',
    '  -F "caption=Three pears on a shelf"',
  ].join('\n');
}
