import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import { createCallProvider, parseJson } from './call-provider.ts';
import { apiSignature } from './payfast-signature.ts';
import type { RemoteProvider } from './provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';

const payfastApiAddress = 'https://api.payfast.co.za';
/** A next charge that lies so much later than the end of our period means that the one at that end was made. */
const nextCycleMs = 14 * 24 * 3_600_000;

const Fetched = z.object({
  data: z.object({
    response: z.object({
      amount: z.coerce.number().int().min(0),
      run_date: z.string().nullable(),
      status_text: z.string(),
    }),
  }),
});

type Subscriptions = Pick<RemoteProvider, 'settle' | 'askSubscription'>;

/** The subscription API of PayFast. Its amounts are cents, and its signature goes by the alphabet. */
export function createPayfastSubscriptions(context: RemoteProviderContext<'payfast'>): Subscriptions {
  const { settings, clock } = context;
  const base = settings.apiUrl ?? payfastApiAddress;
  const api = createCallProvider({ base, mayBePrivate: settings.apiUrl !== null, ...context.calls });

  /** @throws AppError payment_provider_away for every answer but a success; `gone` says that there is no such subscription */
  async function call(
    method: 'GET' | 'PUT' | 'PATCH',
    ref: string,
    action: string,
    fields: Record<string, string | number> = {},
  ) {
    const timestamp = `${clock.now().toISOString().slice(0, 19)}+00:00`;
    const headers = { 'merchant-id': settings.merchantId, version: 'v1', timestamp };
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const signature = apiSignature({ ...headers, ...texts }, settings.passphrase);
    const hasBody = Object.keys(fields).length > 0;
    const answer = await api.call({
      method,
      path: `/subscriptions/${encodeURIComponent(ref)}/${action}`,
      headers: { ...headers, signature, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      // A PUT without a length is refused with 411.
      ...(hasBody ? { body: JSON.stringify(fields) } : method === 'GET' ? {} : { body: '' }),
    });
    if (answer.status === 404) return { gone: true as const };
    if (answer.status !== 200)
      throw new AppError('payment_provider_away', { detail: `subscriptions ${action}: status ${answer.status}` });
    return { gone: false as const, json: parseJson(answer.text) };
  }

  async function fetch(ref: string) {
    const answer = await call('GET', ref, 'fetch');
    if (answer.gone) return null;
    const read = Fetched.safeParse(answer.json);
    if (!read.success) throw new AppError('payment_provider_away', { detail: 'subscriptions fetch: an answer of another form' });
    return read.data.data.response;
  }

  const isOver = (found: { status_text: string } | null) => found === null || /^(cancelled|complete)/i.test(found.status_text);

  return {
    async settle(ref, wanted) {
      const found = await fetch(ref);
      if (isOver(found)) return;
      if (wanted.is === 'runs') {
        if (found?.amount !== wanted.amountCents) await call('PATCH', ref, 'update', { amount: wanted.amountCents });
      } else {
        // What was paid goes on by our own dates: PayFast has no "at the end of the period".
        await call('PUT', ref, 'cancel');
      }
    },
    async askSubscription({ ref, periodEnd }) {
      const found = await fetch(ref);
      if (found === null || isOver(found))
        return { key: `asked:${ref}:over`, type: 'subscription_ended', paymentId: null, subscriptionRef: ref };
      const next = found.run_date === null ? Number.NaN : Date.parse(found.run_date);
      const charge = { paymentId: null, currency: 'ZAR', last4: null, subscriptionRef: ref, amountCents: found.amount };
      const day = periodEnd.toISOString().slice(0, 10);
      if (/^active/i.test(found.status_text)) {
        if (!(next - periodEnd.getTime() > nextCycleMs)) return null;
        const chargeRef = `asked:${ref}:${found.run_date}`;
        return { ...charge, key: chargeRef, type: 'renewed', chargeRef };
      }
      // Locked after charges that failed, or paused: no money will come by itself.
      const chargeRef = `asked:${ref}:${day}:${found.status_text}`.slice(0, 200);
      return { ...charge, key: chargeRef, type: 'renewal_failed', chargeRef };
    },
  };
}
