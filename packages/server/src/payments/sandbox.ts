import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../security/secrets.ts';
import { planPrices, priceIn } from './plan-prices.ts';
import type { SandboxProvider } from './provider.ts';

/** A notification that is older, or dated later than this from now, is a replay from somebody's record. */
const toleranceMs = 300_000;
const sandboxSignatureHeader = 'x-sandbox-signature';

const Event = z.object({
  key: z.string().min(1).max(200),
  type: z.enum(['complete', 'failed', 'cancelled', 'refunded']),
  paymentId: z.uuid(),
  amountCents: z.int().min(0),
  currency: z.string().length(3),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
});

const headerForm = /^t=(\d{1,15}),v1=([\w-]{20,100})$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Payments without money, for trying the product: a page of this server plays the provider. What it decides comes back as a
 * notification that is signed and checked like that of a provider elsewhere.
 */
export function createSandbox({ secrets, clock }: { secrets: Secrets; clock: Clock }): SandboxProvider {
  const prices = planPrices({ planPrices: null });
  const refused = (detail: string) => new AppError('notification_refused', { detail });
  return {
    id: 'sandbox',
    currency: 'USD',
    client: {
      provider_name: 'Sandbox',
      onsite: {
        script_url: '/sandbox-pay/engine.js',
        function_name: 'sandbox_do_onsite_payment',
        container_id: 'sandbox_payment',
      },
      has_card_page: false,
      currency: 'USD',
      prices,
    },
    priceCents: priceIn(prices),
    async parse({ headers, body }) {
      const header = headers[sandboxSignatureHeader];
      const [, at = '', signature = ''] = headerForm.exec(typeof header === 'string' ? header : '') ?? [];
      const text = body.toString('utf8');
      if (!secrets.verify('sandbox-payment', `${at}.${text}`, signature)) throw refused('signature');
      if (Math.abs(clock.now().getTime() - Number(at)) > toleranceMs) throw refused('too old');
      const event = Event.safeParse(parseJson(text));
      if (!event.success) throw refused('not an event');
      return event.data;
    },
    notify(event) {
      const text = JSON.stringify(event);
      const at = String(clock.now().getTime());
      const header = `t=${at},v1=${secrets.sign('sandbox-payment', `${at}.${text}`)}`;
      return { headers: { [sandboxSignatureHeader]: header }, body: Buffer.from(text), ip: '' };
    },
  };
}
