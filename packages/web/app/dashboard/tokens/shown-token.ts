import { limits } from '@clearframe/contract';

/** The first 20 characters and an ellipsis (TOK-01). */
export function shownToken(token: string): string {
  return `${token.slice(0, limits.tokenShownLength)}…`;
}
