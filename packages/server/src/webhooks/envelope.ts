import type { DataOfEvent, WebhookEvent } from '@clearframe/contract';
import { type SignedPart, webhookSignature } from './signature.ts';

/** What is POSTed (specification §3). */
export function envelopeOf<Name extends WebhookEvent>(event: Name, data: DataOfEvent<Name>, at: Date) {
  return { event, timestamp: at.toISOString(), data };
}

/** The event's id on the wire: the same at every attempt, so that a receiver can tell a repeat. */
export const messageId = (deliveryId: string): string => `msg_${deliveryId}`;

/** The secrets of a hook as they go on the wire. */
export type HookSecrets = {
  token: string;
  signingSecret: string;
  /** The signing secret before, as long as it still counts. */
  oldSecret: string | null;
};

/** Headers of one attempt: the token of specification §7, and Standard Webhooks 1.0.0. The newest secret signs first. */
export function deliveryHeaders({ token, signingSecret, oldSecret }: HookSecrets, part: SignedPart): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-webhook-token': token,
    'webhook-id': part.id,
    'webhook-timestamp': String(part.timestamp),
    'webhook-signature': [signingSecret, ...(oldSecret === null ? [] : [oldSecret])]
      .map((secret) => webhookSignature(secret, part))
      .join(' '),
  };
}
