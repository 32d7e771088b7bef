import { eq } from 'drizzle-orm';
import { membership, payment } from '../../src/db/schema.ts';
import type { Notification, PaymentEvent } from '../../src/payments/provider.ts';
import type { Built } from './build.ts';
import type { SignedInBrowser } from './sign-in.ts';

export type PayAnswer = {
  onsite_payment_uuid: string | null;
  payment_id: string | null;
  scheduled_change: { plan_id: string; at: string } | null;
};

/** Sends a JSON body as the browser does. */
export async function send<T>(
  built: Built,
  browser: Pick<SignedInBrowser, 'headers'>,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const answer = await built.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...browser.headers, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return { code: answer.statusCode, ...answer.json<{ message?: string; data: T }>() };
}

/** Begins a payment for a plan. */
export const order = (
  built: Built,
  browser: Pick<SignedInBrowser, 'headers'>,
  plan_id: string,
  call: 'subscribe' | 'upgrade' = 'subscribe',
) => send<PayAnswer>(built, browser, `/subscriptions/${call}`, { plan_id });

/** Ends it on the provider's page. */
export const pay = (
  built: Built,
  browser: Pick<SignedInBrowser, 'headers'>,
  uuid: string | null,
  outcome = 'success',
  last4: string | null = '4242',
) => send<{ status: string } | null>(built, browser, `/payments/sandbox/${uuid}`, { outcome, last4 });

/** Takes a plan by a payment that succeeds. */
export async function buy(built: Built, browser: Pick<SignedInBrowser, 'headers'>, plan: string, last4 = '4242'): Promise<void> {
  const { data } = await order(built, browser, plan);
  const paid = await pay(built, browser, data.onsite_payment_uuid, 'success', last4);
  if (paid.data?.status !== 'complete') throw new Error(JSON.stringify(paid));
}

export async function accountOf(built: Built, { userId }: SignedInBrowser): Promise<string> {
  const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, userId));
  if (!member) throw new Error('no member');
  return member.accountId;
}

export async function paymentRow(built: Built, id: string | null) {
  const [row] = await built.context.db
    .select()
    .from(payment)
    .where(eq(payment.id, id ?? ''));
  if (!row) throw new Error('no payment');
  return row;
}

/** What the provider would tell about that payment. */
export async function eventFor(built: Built, id: string | null, type: PaymentEvent['type'] = 'complete'): Promise<PaymentEvent> {
  const { id: paymentId, amountCents, currency } = await paymentRow(built, id);
  return { key: `${paymentId}:${type}`, type, paymentId, amountCents, currency, last4: '4242' };
}

export function signed(built: Built, event: PaymentEvent): Notification {
  const { payments } = built.context;
  if (payments?.id !== 'sandbox') throw new Error('no sandbox');
  return payments.notify(event);
}

/** Through the open door, as a provider elsewhere would. */
export async function deliver(built: Built, { headers, body }: Notification): Promise<number> {
  const answer = await built.app.inject({
    method: 'POST',
    url: '/api/payments/sandbox/notify',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });
  return answer.statusCode;
}
