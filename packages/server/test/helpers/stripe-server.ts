import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readConfig } from '../../src/config.ts';
import type { PaymentConfig } from '../../src/config-payments.ts';

/** How the server misbehaves: no answer, a broken connection, a status, text that is no JSON, a refusal of the key. */
export type StripeTrouble = 'silent' | 'cut' | 500 | 'garbage' | 401;

export const stripeKeys = { secretKey: 'sk_test_journey0000', webhookSecret: 'whsec_journey0000' };

type Thing = { id: string } & Record<string, unknown>;
export type Signed = { body: string; signature: string };

export type StripeServer = {
  url: string;
  /** Every call: method, path and form. */
  asked: { call: string; form: URLSearchParams; key: string | undefined }[];
  things: Map<string, Thing>;
  trouble: StripeTrouble | null;
  /** Changes a thing. */
  set(id: string, over: Record<string, unknown>): void;
  /** The person pays at the checkout. @returns names of the subscription and of its first invoice */
  pay(session: string, over?: Record<string, unknown>): { subscription: string; invoice: string };
  /** The next month is charged, or refused. @returns the name of the invoice */
  charge(subscription: string, over?: Record<string, unknown>): string;
  /** A signed notification about a thing. `at` in ms. */
  notification(type: string, about: string, at: number): Signed;
  /** Pages of the provider, for browsers. */
  site?: (path: string, response: ServerResponse) => Promise<void>;
  stop(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function misbehave(trouble: StripeTrouble, response: ServerResponse): unknown {
  if (trouble === 'silent') return undefined;
  if (trouble === 'cut') return response.destroy();
  if (trouble === 'garbage') return response.end('<html>paid</html>');
  const error = trouble === 401 ? { type: 'invalid_request_error', message: 'Invalid API Key provided' } : { type: 'api_error' };
  return response.writeHead(trouble, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

/** Stripe keeps whatever names it is given. */
function metadataOf(form: URLSearchParams): Record<string, string> {
  const named = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(named);
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** A Stripe on this machine: the calls that the adapter makes, in the documented form, with state. */
export async function startStripe(port = 0): Promise<StripeServer> {
  const done = new Map<string, { body: string; answer: Thing }>();
  const prices = new Map<string, Thing>();
  /** What each subscription costs, by its name. */
  const charged = new Map<string, Thing>();
  const keep = (thing: Thing): Thing => {
    state.things.set(thing.id, thing);
    return thing;
  };
  const textOf = (thing: Thing | undefined, name: string): string => String(thing?.[name] ?? '');

  function create(path: string, form: URLSearchParams): Thing | null {
    if (path === '/v1/prices') {
      const amount = Number(form.get('unit_amount'));
      const price = { id: newId('price'), object: 'price', unit_amount: amount, currency: form.get('currency') };
      prices.set(form.get('lookup_key') ?? '', keep(price));
      return price;
    }
    if (path === '/v1/checkout/sessions') {
      const price = state.things.get(form.get('line_items[0][price]') ?? '');
      if (!price) return null;
      const id = newId('cs_test');
      return keep({
        id,
        object: 'checkout.session',
        mode: form.get('mode'),
        status: 'open',
        payment_status: 'unpaid',
        amount_total: price.unit_amount,
        currency: price.currency,
        invoice: null,
        subscription: null,
        price: price.id,
        success_url: form.get('success_url'),
        cancel_url: form.get('cancel_url'),
        metadata: metadataOf(form),
        url: `${state.url}/c/pay/${id}`,
      });
    }
    if (path === '/v1/billing_portal/sessions')
      return keep({ id: newId('bps'), object: 'billing_portal.session', url: `${state.url}/p/${form.get('customer')}` });
    const session = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1];
    if (session) {
      const found = state.things.get(session);
      if (found?.status !== 'open') return null;
      return Object.assign(found, { status: 'expired' });
    }
    const subscription = state.things.get(path.slice('/v1/subscriptions/'.length));
    if (!subscription) return null;
    if (form.get('cancel_at_period_end') === 'true') subscription.cancel_at_period_end = true;
    const price = state.things.get(form.get('items[0][price]') ?? '');
    if (price) {
      charged.set(subscription.id, price);
      subscription.items = { object: 'list', data: [{ id: 'si_1', price }] };
    }
    return subscription;
  }

  function read(path: string, query: URLSearchParams): object | null {
    if (path === '/v1/prices') {
      const found = prices.get(query.get('lookup_keys[0]') ?? '');
      return { object: 'list', data: found ? [found] : [] };
    }
    if (path === '/v1/invoice_payments') {
      const intent = query.get('payment[payment_intent]');
      const found = [...state.things.values()].find((thing) => thing.object === 'invoice' && thing.intent === intent);
      return { object: 'list', data: found ? [{ id: 'inpay_1', invoice: found.id }] : [] };
    }
    const found = state.things.get(path.split('/').at(-1) ?? '');
    const latest = query.get('expand[0]') === 'latest_invoice' && state.things.get(textOf(found, 'latest_invoice'));
    return found ? { ...found, ...(latest ? { latest_invoice: latest } : {}) } : null;
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', state.url);
    if (!pathname.startsWith('/v1/')) return state.site ? await state.site(pathname, response) : response.writeHead(404).end();
    const key = request.headers['idempotency-key']?.toString();
    const form = new URLSearchParams(body);
    state.asked.push({ call: `${request.method} ${pathname}`, form, key });
    if (state.trouble) return misbehave(state.trouble, response);
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      return answer(401, { error: { type: 'invalid_request_error' } });
    const before = key ? done.get(key) : undefined;
    if (before) return before.body === body ? answer(200, before.answer) : answer(400, { error: { type: 'idempotency_error' } });
    if (request.method === 'DELETE') state.set(pathname.split('/').at(-1) ?? '', { status: 'canceled' });
    const made = request.method === 'POST' ? create(pathname, form) : read(pathname, searchParams);
    if (!made) return answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } });
    if (key && 'id' in made) done.set(key, { body, answer: { ...made, id: String(made.id) } });
    return answer(200, made);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');

  function invoice(subscription: Thing, reason: string, over: Record<string, unknown>): string {
    const id = newId('in');
    const price = charged.get(subscription.id);
    keep({
      id,
      object: 'invoice',
      billing_reason: reason,
      status: 'paid',
      attempt_count: 1,
      intent: newId('pi'),
      amount_paid: price?.unit_amount,
      amount_due: price?.unit_amount,
      currency: price?.currency,
      parent: { subscription_details: { subscription: subscription.id, metadata: subscription.metadata } },
      ...over,
    });
    subscription.latest_invoice = id;
    return id;
  }

  const thingOf = (id: string): Thing => {
    const found = state.things.get(id);
    if (!found) throw new Error(`no ${id}`);
    return found;
  };
  const state: StripeServer = {
    url: `http://127.0.0.1:${bound.port}`,
    asked: [],
    things: new Map(),
    trouble: null,
    set(id, over) {
      const found = state.things.get(id);
      if (found) Object.assign(found, over);
    },
    pay(sessionId, over = {}) {
      const session = thingOf(sessionId);
      const price = thingOf(textOf(session, 'price'));
      const made = keep({
        id: newId('sub'),
        object: 'subscription',
        status: 'active',
        cancel_at_period_end: false,
        cancel_at: null,
        metadata: session.metadata,
        customer: newId('cus'),
        items: { object: 'list', data: [{ id: 'si_1', price }] },
      });
      charged.set(made.id, price);
      const first = invoice(made, 'subscription_create', over);
      Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: made.id, invoice: first });
      if (over.amount_paid !== undefined) session.amount_total = over.amount_paid;
      if (over.currency !== undefined) session.currency = over.currency;
      return { subscription: made.id, invoice: first };
    },
    charge: (id, over = {}) => invoice(thingOf(id), 'subscription_cycle', over),
    notification(type, about, at) {
      const body = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object: { id: about } } });
      const seconds = Math.floor(at / 1_000);
      const code = createHmac('sha256', stripeKeys.webhookSecret).update(`${seconds}.${body}`).digest('hex');
      return { body, signature: `t=${seconds},v1=${code}` };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** Variables of a server whose Stripe is that one. */
export const stripeEnv = (url: string): Record<string, string> => ({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  STRIPE_API_BASE: url,
});

/** The same as settings, for a server in the test's own process. */
export function stripeConfig(url: string): PaymentConfig {
  const { payments, sandboxForAll, payfast, stripe, planPrices, paymentCurrency } = readConfig(stripeEnv(url));
  return { payments, sandboxForAll, payfast, stripe, planPrices, paymentCurrency };
}
