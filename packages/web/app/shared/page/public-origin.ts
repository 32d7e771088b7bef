/** Stands in prerendered pages where the address of the installation belongs; the server puts PUBLIC_URL in its place. */
const PLACEHOLDER = 'https://clearframe.invalid';

/**
 * The public address of this installation, without a slash at the end.
 * The browser reads it from the page, so that hydration sees the same text as the server sent.
 */
export function publicOrigin(): string {
  if (typeof document === 'undefined') return PLACEHOLDER;
  return document.querySelector<HTMLMetaElement>('meta[name="clearframe-origin"]')?.content ?? PLACEHOLDER;
}

/** True when the server runs for one person on their own machine and shows its mail at /dev/outbox. */
export function isLocalMode(): boolean {
  return document.querySelector('meta[name="clearframe-local"][content="1"]') !== null;
}

/** Whether this server checks pictures that belong to no account: TRY_IT of its settings. */
export function offersTry(): boolean {
  return document.querySelector('meta[name="clearframe-no-try"]') === null;
}
