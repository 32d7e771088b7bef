import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentClient, Plan } from '@clearframe/contract';

type Charge = {
  /** Integer minor units. */
  amountCents: number;
  currency: string;
  last4: string | null;
};

/**
 * Whether this server began what was charged, where the provider's account may be shared: left out = it did; `unmarked` = perhaps,
 * before payments were marked; `foreign` = somebody else did.
 */
type Origin = { origin?: 'unmarked' | 'foreign' };

/** About a payment that a person began. */
export type PaymentEvent = Charge &
  Origin & {
    /** The same for every delivery of one notification. */
    key: string;
    type: 'complete' | 'failed' | 'cancelled' | 'refunded';
    paymentId: string;
    /** Names of a remote provider: of the money that moved, and of what it charges from now on. */
    chargeRef?: string | null;
    subscriptionRef?: string | null;
  };

/** A remote provider charged a month by itself, or could not. */
export type RenewalEvent = Charge &
  Origin & {
    key: string;
    type: 'renewed' | 'renewal_failed';
    paymentId: string | null;
    chargeRef: string;
    subscriptionRef: string;
    /** Which period was running when the provider was asked. Once another one runs, the answer is old: its charge was told meanwhile. */
    askedPeriod?: number;
  };

/** A charge was given back, or is disputed. */
export type RefundEvent = { key: string; type: 'charge_refunded'; paymentId: string | null; chargeRef: string };

/** A remote provider will not charge any more. */
export type EndEvent = { key: string; type: 'subscription_ended'; paymentId: string | null; subscriptionRef: string };

/** What a provider tells, after its signature was checked. */
export type ProviderEvent = PaymentEvent | RenewalEvent | RefundEvent | EndEvent;

/** A notification as it came over the wire: the signature covers the bytes. */
export type Notification = { headers: IncomingHttpHeaders; body: Buffer; ip: string };

/** What a remote provider is asked to open. */
export type PaymentStart = {
  paymentId: string;
  plan: Plan;
  amountCents: number;
  payer: { email: string; name: string };
  now: Date;
  /** When the first renewal is due. */
  renewsAt: Date;
};

/** Where the payment is made: a uuid for the page's script, or an address. `ref` = the provider's name for it. */
type PaymentPlace = { ref: string; onsiteUuid: string | null; redirectUrl: string | null };

/** What of a subscription a remote provider has to make true; said again it changes nothing. */
export type Wanted = { is: 'ended' } | { is: 'ends_with_period' } | { is: 'runs'; plan: Plan; amountCents: number };

/** A payment that nobody told about, as the provider knows it. */
type OpenPayment = { paymentId: string; placeRef: string };
/** A subscription past its period, as we know it. */
type DueSubscription = { ref: string; periodEnd: Date };

type Common = {
  currency: string;
  client: PaymentClient;
  /** Price of a plan a month, in minor units. @throws when the plan has none here */
  priceCents(plan: Plan): number;
  /**
   * @returns null for what is no business of this server
   * @throws AppError notification_refused when it is not signed by the provider, or too old; payment_provider_away when that
   * could not be found out
   */
  parse(notification: Notification): Promise<ProviderEvent | null>;
};

/** A page of this server plays the provider. */
export type SandboxProvider = Common & {
  id: 'sandbox';
  /** A signed notification: what a remote provider would send. */
  notify(event: PaymentEvent): Notification;
};

/** A provider over the network. Every call has a time limit and @throws AppError payment_provider_away. */
export type RemoteProvider = Common & {
  id: 'payfast' | 'stripe';
  start(order: PaymentStart): Promise<PaymentPlace>;
  /** Makes true what is wanted of a subscription. */
  settle(ref: string, wanted: Wanted): Promise<void>;
  /**
   * Has an open payment end, for an account that closed. `paid` = it was paid before that: what it began is cancelled. A provider that
   * cannot close one says `closed`, and what is paid later comes as a notification.
   */
  closePayment(placeRef: string): Promise<'closed' | 'paid'>;
  /** What became of an open payment; null = nothing yet, or the provider cannot say. */
  askPayment(payment: OpenPayment): Promise<ProviderEvent | null>;
  /** What became of a renewal; null = nothing yet. */
  askSubscription(subscription: DueSubscription): Promise<ProviderEvent | null>;
  /** The page on which its card is changed. */
  cardPage(ref: string): Promise<string>;
};

/** Whoever takes the money. It only tells events: what they grant is decided in billing/. */
export type PaymentProvider = SandboxProvider | RemoteProvider;
