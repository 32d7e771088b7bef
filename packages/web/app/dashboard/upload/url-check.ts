import { limits, messages } from '@clearframe/contract';

/**
 * The browser's share of UP-03: present, well formed, http or https. Whether the picture can be fetched is asked by the server
 * alone: our own policy (connect-src 'self') keeps the browser from asking a foreign host, and a cross-origin refusal there
 * would say nothing about what the server can reach. The server answers with the sentences of the specification.
 * @returns the address as it is sent, or the sentence to show
 */
export function checkUrl(input: string): { ok: true; url: string } | { ok: false; message: string } {
  const trimmed = input.trim();
  if (trimmed === '') return { ok: false, message: messages.urlRequired };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!web || trimmed.length > limits.urlMaxLength) return { ok: false, message: messages.urlInvalid };
  return { ok: true, url: trimmed };
}
