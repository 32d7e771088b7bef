import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentClient } from '@clearframe/contract';

/** What a provider tells about a payment, after its signature was checked. Money in integer minor units. */
export type ProviderEvent = {
  /** The same for every delivery of one notification. */
  key: string;
  type: 'complete' | 'failed' | 'cancelled' | 'refunded';
  paymentId: string;
  amountCents: number;
  currency: string;
  last4: string | null;
};

/** A notification as it came over the wire: the signature covers the bytes. */
export type Notification = { headers: IncomingHttpHeaders; body: Buffer };

/** Whoever takes the money. It only tells events: what they grant is decided in billing/. */
export type PaymentProvider = {
  id: 'sandbox';
  currency: string;
  client: PaymentClient;
  /** @throws AppError notification_refused when it is not signed by the provider, or too old */
  parse(notification: Notification): ProviderEvent;
  /** A signed notification: what a remote provider would send. */
  notify(event: ProviderEvent): Notification;
};
