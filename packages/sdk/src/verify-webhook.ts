import { AnyWebhookEnvelope } from '@clearframe/contract';

export type WebhookFault =
  | 'header_missing'
  | 'header_repeated'
  | 'too_old'
  | 'too_new'
  | 'signature_wrong'
  | 'token_wrong'
  | 'body_unknown';

/** A delivery that is not to be believed. `reason` is for your log; answer 401 and do nothing. */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The body as it arrived, before anybody parsed it. */
export type WebhookBody = string | Uint8Array;
/** Those of Fetch, of Node, or any record; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** `secret`: whsec_…, one or, while it is being changed, several. `token`: the weaker proof by X-Webhook-Token alone. */
export type WebhookProof = { secret: string | readonly string[] } | { token: string };

export type VerifyOptions = {
  /** How far the sender's clock may be away. Default 300,000 ms, as Standard Webhooks says. */
  toleranceMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
};

const secretPrefix = 'whsec_';
const hmac = { name: 'HMAC', hash: 'SHA-256' };
const bytesOf = (text: WebhookBody): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);

/** @returns null when it is no base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @throws WebhookError header_missing, header_repeated: of two values the one checked need not be the one that you read */
function headerOf(headers: WebhookHeaders, name: string): string {
  const given =
    headers instanceof Headers
      ? [headers.get(name) ?? '']
      : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  if (given.length > 1) throw new WebhookError('header_repeated', `The header ${name} comes more than once`);
  const text = given[0] ?? '';
  if (text === '') throw new WebhookError('header_missing', `The header ${name} is missing`);
  return text;
}

/** @throws Error, because it is a fault of the receiver and not of the sender */
async function keyOf(secret: string) {
  const raw = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (raw === null || raw.length === 0) throw new Error('The signing secret is empty, or no base64');
  return await crypto.subtle.importKey('raw', raw, hmac, false, ['verify']);
}

/**
 * Checks who sent a webhook by Standard Webhooks 1.0.0: age, and any v1 signature of the header under any of the secrets. Web Crypto
 * compares in constant time.
 * @throws WebhookError; Error when a secret is unusable
 */
export async function verifySignature(
  body: WebhookBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceMs = 300_000, now = Date.now }: VerifyOptions = {},
): Promise<void> {
  const keys = await Promise.all([secret].flat().map(keyOf));
  if (keys.length === 0) throw new Error('There is no signing secret');
  const id = headerOf(headers, 'webhook-id');
  const sentAt = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature').split(' ');
  const ageMs = /^\d+$/.test(sentAt) ? now() - Number(sentAt) * 1000 : Number.POSITIVE_INFINITY;
  if (ageMs > toleranceMs) throw new WebhookError('too_old', 'The webhook was sent too long ago');
  if (ageMs < -toleranceMs) throw new WebhookError('too_new', 'The webhook is from the future');
  const head = bytesOf(`${id}.${sentAt}.`);
  const tail = bytesOf(body);
  const signed = new Uint8Array(head.length + tail.length);
  signed.set(head);
  signed.set(tail, head.length);
  const signatures = given.flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []));
  for (const signature of signatures)
    for (const key of keys) if (signature && (await crypto.subtle.verify(hmac, key, signature, signed))) return;
  throw new WebhookError('signature_wrong', 'No signature of the webhook is right');
}

/** Compares by a MAC under a key of the moment, so that the time taken says nothing about how much is right. */
async function verifyToken(headers: WebhookHeaders, token: string): Promise<void> {
  if (token === '') throw new Error('The webhook token is empty');
  const given = headerOf(headers, 'x-webhook-token');
  const key = await crypto.subtle.importKey('raw', crypto.getRandomValues(new Uint8Array(32)), hmac, false, ['sign', 'verify']);
  const wanted = await crypto.subtle.sign(hmac, key, bytesOf(token));
  if (!(await crypto.subtle.verify(hmac, key, wanted, bytesOf(given))))
    throw new WebhookError('token_wrong', 'The header X-Webhook-Token is wrong');
}

/**
 * Whether a POST is a webhook of this server, and what it says.
 * @returns the event, told apart by `event`; the same one can come twice: keep `webhook-id` and drop what you have seen
 * @throws WebhookError when it is not to be believed; Error when the secret or the token is unusable
 */
export async function verifyWebhook(
  body: WebhookBody,
  headers: WebhookHeaders,
  proof: WebhookProof,
  options: VerifyOptions = {},
): Promise<AnyWebhookEnvelope> {
  if ('secret' in proof) await verifySignature(body, headers, proof.secret, options);
  else await verifyToken(headers, proof.token);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return AnyWebhookEnvelope.parse(JSON.parse(text));
  } catch (cause) {
    throw new WebhookError('body_unknown', 'The body of the webhook is not what this version knows', { cause });
  }
}
