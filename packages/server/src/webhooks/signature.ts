import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A signing secret of 256 random bits, in the form of Standard Webhooks 1.0.0. */
export const newSigningSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

export type SignedPart = {
  /** The event's id, the same at every attempt; without a dot. */
  id: string;
  /** Unix time of this attempt, in seconds. */
  timestamp: number;
  /** The very bytes that are sent. */
  body: string;
};

/** `v1,<base64 of HMAC-SHA-256 over "id.timestamp.body">` under the decoded secret (Standard Webhooks 1.0.0). */
export function webhookSignature(secret: string, { id, timestamp, body }: SignedPart): string {
  const key = Buffer.from(secret.slice(secret.startsWith(secretPrefix) ? secretPrefix.length : 0), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
