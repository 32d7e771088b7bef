import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readConfig } from '../../src/config.ts';
import type { PaymentConfig } from '../../src/config-payments.ts';
import {
  apiSignature,
  checkoutSignature,
  notificationSignature,
  payfastQuery,
  readPairs,
} from '../../src/payments/payfast-signature.ts';

/** How the server misbehaves: no answer, a broken connection, a status, text that is no JSON, JSON of another form, a flood, a redirect. */
export type PayfastTrouble = 'silent' | 'cut' | 500 | 'garbage' | 'other JSON' | 'endless' | 'redirect';

export const payfastKeys = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' };

type PayfastSubscription = { amount: number; status_text: string; run_date: string | null };
export type Begun = ReadonlyMap<string, string>;

export type PayfastServer = {
  url: string;
  /** Every call: method, path and body. */
  asked: { call: string; body: string }[];
  /** Fields of each payment that was begun, by its uuid. */
  begun: Map<string, Begun>;
  subscriptions: Map<string, PayfastSubscription>;
  /** null = behaves. */
  trouble: PayfastTrouble | null;
  /** Text of a notification, signed, that will be confirmed as its own. Blank fields are in it, as in the real ones. */
  notification(fields: Begun, over?: Record<string, string>): string;
  /** Happens after a subscription was looked up and before its answer leaves. */
  duringFetch?: (token: string) => Promise<void>;
  /** What `engine.js` and its frame are, for browsers. */
  site?: (path: string, response: ServerResponse) => Promise<void>;
  stop(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function misbehave(trouble: PayfastTrouble, response: ServerResponse): void {
  if (trouble === 'silent') return;
  if (trouble === 'cut') return void response.destroy();
  if (trouble === 500) return void response.writeHead(500).end('VALID');
  if (trouble === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (trouble === 'garbage') return void response.end('<html>return url format is invalid</html>');
  if (trouble === 'other JSON') return void response.end('{"id":"VALID"}');
  response.end(`{"uuid":"x","more":"${'x'.repeat(1_000_000)}"}`);
}

/** A PayFast on this machine that speaks the documented wire format, and refuses what it would refuse. */
export async function startPayfast(port = 0): Promise<PayfastServer> {
  const told = new Set<string>();

  function begin(body: string, response: ServerResponse): void {
    const pairs = readPairs(body);
    const fields = new Map(pairs);
    const signed = pairs.filter(([name]) => name !== 'signature');
    const isSigned = fields.get('signature') === checkoutSignature(signed, payfastKeys.passphrase);
    if (!isSigned || fields.get('merchant_id') !== payfastKeys.merchantId || Number(fields.get('amount')) < 5)
      return void response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>400 Bad Request</h1>');
    const uuid = randomUUID();
    state.begun.set(uuid, fields);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ uuid }));
  }

  async function subscription(request: IncomingMessage, body: string, response: ServerResponse): Promise<unknown> {
    const [, , token = '', action = ''] = (request.url ?? '').split('/');
    const { 'merchant-id': merchant, version, timestamp, signature } = request.headers;
    const sent: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
    const texts = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    const values = { 'merchant-id': String(merchant), version: String(version), timestamp: String(timestamp), ...texts };
    const answer = (status: number, json: object): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (signature !== apiSignature(values, payfastKeys.passphrase))
      return answer(401, { code: 401, status: 'failed', data: { response: 'Merchant authorization failed.', message: false } });
    if (request.method === 'PUT' && request.headers['content-length'] === undefined) return void response.writeHead(411).end();
    const found = state.subscriptions.get(token);
    if (!found) return answer(404, { code: 404, status: 'failed', data: { response: 'Subscription not found', message: false } });
    if (request.method === 'PUT' && action === 'cancel') found.status_text = 'CANCELLED';
    if (request.method === 'PATCH' && action === 'update') found.amount = Number(sent.amount);
    const seen = { token, status: 1, ...found };
    if (action === 'fetch') await state.duringFetch?.(token);
    return answer(200, { code: 200, status: 'success', data: { response: seen, message: 'Success' } });
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = request.url ?? '';
    state.asked.push({ call: `${request.method} ${path}`, body });
    if (state.trouble) return misbehave(state.trouble, response);
    if (request.method === 'POST' && path === '/onsite/process') return begin(body, response);
    if (request.method === 'POST' && path === '/eng/query/validate')
      return void response.end(told.has(body) ? 'VALID' : 'INVALID');
    if (path.startsWith('/subscriptions/')) return subscription(request, body, response);
    if (state.site) return state.site(path, response);
    return void response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');
  const state: PayfastServer = {
    url: `http://127.0.0.1:${bound.port}`,
    asked: [],
    begun: new Map(),
    subscriptions: new Map(),
    trouble: null,
    notification(fields, over = {}) {
      const amount = fields.get('amount') ?? '';
      const pairs: [string, string][] = Object.entries({
        m_payment_id: fields.get('m_payment_id') ?? '',
        pf_payment_id: '1089250',
        payment_status: 'COMPLETE',
        item_name: fields.get('item_name') ?? '',
        item_description: '',
        amount_gross: amount,
        amount_fee: '-2.30',
        amount_net: amount,
        custom_str1: '',
        custom_int1: '',
        name_first: fields.get('name_first') ?? '',
        name_last: '',
        email_address: fields.get('email_address') ?? '',
        merchant_id: payfastKeys.merchantId,
        ...over,
      });
      told.add(payfastQuery(pairs));
      return payfastQuery([...pairs, ['signature', notificationSignature(pairs, payfastKeys.passphrase)]]);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** Variables of a server whose PayFast is that one. */
export const payfastEnv = (url: string): Record<string, string> => ({
  PAYMENTS: 'payfast',
  PAYFAST_MERCHANT_ID: payfastKeys.merchantId,
  PAYFAST_MERCHANT_KEY: payfastKeys.merchantKey,
  PAYFAST_PASSPHRASE: payfastKeys.passphrase,
  PAYFAST_URL: url,
  PAYFAST_API_URL: url,
  PLAN_PRICES: 'development=19.00,starter=1100.00,growth=1850.00,professional=3700.00,business=18500.00,enterprise=37000.00',
});

/** The same as settings, for a server in the test's own process. */
export function payfastConfig(url: string): PaymentConfig {
  const { payments, sandboxForAll, payfast, stripe, planPrices, paymentCurrency } = readConfig(payfastEnv(url));
  return { payments, sandboxForAll, payfast, stripe, planPrices, paymentCurrency };
}
