import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import { createCallProvider, parseJson } from './call-provider.ts';
import { createPayfastReader, itemPrefix, payfastAddress } from './payfast-notification.ts';
import { checkoutSignature, filledPairs, type Pairs, payfastQuery } from './payfast-signature.ts';
import { createPayfastSubscriptions } from './payfast-subscriptions.ts';
import { planPrices, priceIn } from './plan-prices.ts';
import type { PaymentStart, RemoteProvider } from './provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';

const Begun = z.object({ uuid: z.string().min(1).max(200) });

/** "1100.00": rand, as payments are begun with; the subscription API counts in cents. */
const rand = (cents: number): string => (cents / 100).toFixed(2);

/** The day on which a moment falls in South Africa, two hours ahead the whole year. */
const southAfricanDay = (at: Date): string => new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10);

/** Names of people are split as PayFast wants them. */
function nameFields(name: string): Pairs {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return [
    ['name_first', first.slice(0, 100)],
    ['name_last', rest.join(' ').slice(0, 100)],
  ];
}

/** The fields of a payment with its subscription, in the order in which they are signed. */
function startFields(
  context: RemoteProviderContext<'payfast'>,
  { paymentId, plan, amountCents, payer, renewsAt }: PaymentStart,
): Pairs {
  const { publicUrl } = context.config;
  return [
    ['merchant_id', context.settings.merchantId],
    ['merchant_key', context.settings.merchantKey],
    ['return_url', `${publicUrl}/return`],
    ['cancel_url', `${publicUrl}/cancel`],
    ['notify_url', `${publicUrl}/api/payments/payfast/notify`],
    ...nameFields(payer.name),
    ['email_address', payer.email],
    ['m_payment_id', paymentId],
    ['amount', rand(amountCents)],
    ['item_name', `${itemPrefix}${plan.name}`],
    ['subscription_type', '1'],
    ['billing_date', southAfricanDay(renewsAt)],
    ['recurring_amount', rand(amountCents)],
    // 3 = each month, 0 = until it is cancelled.
    ['frequency', '3'],
    ['cycles', '0'],
  ];
}

/**
 * PayFast Onsite: a payment in the page, opened with a uuid that the server asks for. Rand only. It tells of charges that succeed and
 * of cancellations, never of a renewal that failed or of a refund.
 */
export function createPayfast(context: RemoteProviderContext<'payfast'>): RemoteProvider {
  const { config, settings, log } = context;
  const site = createCallProvider({
    base: settings.url ?? payfastAddress,
    mayBePrivate: settings.url !== null,
    ...context.calls,
  });
  const prices = planPrices(config);
  return {
    id: 'payfast',
    currency: 'ZAR',
    client: {
      provider_name: 'PayFast',
      onsite: {
        script_url: `${settings.url ?? payfastAddress}/onsite/engine.js`,
        function_name: 'payfast_do_onsite_payment',
        container_id: 'payfast_div_container',
      },
      has_card_page: true,
      currency: 'ZAR',
      prices,
    },
    priceCents: priceIn(prices),
    parse: createPayfastReader({ payfast: settings, site, log, ...(context.resolve ? { resolve: context.resolve } : {}) }),
    async start(order) {
      const fields = filledPairs(startFields(context, order));
      const signature = checkoutSignature(fields, settings.passphrase);
      const { status, text } = await site.call({
        method: 'POST',
        path: '/onsite/process',
        body: payfastQuery([...fields, ['signature', signature]]),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      const begun = Begun.safeParse(parseJson(text));
      // What else it says is a page of HTML with the fields in it: nothing for a log or for a person.
      if (status !== 200 || !begun.success)
        throw new AppError('payment_provider_away', { detail: `onsite/process: status ${status} without a uuid` });
      return { ref: begun.data.uuid, onsiteUuid: begun.data.uuid, redirectUrl: null };
    },
    // An open window cannot be closed from here: whoever pays in it is told of by a notification.
    closePayment: async () => 'closed',
    // A payment can be asked for by PayFast's own number alone, which only its notification tells.
    askPayment: async () => null,
    ...createPayfastSubscriptions(context),
    async cardPage(ref) {
      const back = encodeURIComponent(`${config.publicUrl}/dashboard/subscription`);
      return `${settings.url ?? payfastAddress}/eng/recurring/update/${encodeURIComponent(ref)}?return=${back}`;
    },
  };
}
