import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { order } from './helpers/payments.ts';

let built: Built;
let member: Member;
let port: string;
let payment: string;
beforeAll(async () => {
  built = await build({ config: { captcha: 'off' } });
  member = await addMember(built, 'owner');
  payment = (await order(built, member, 'starter')).data.onsite_payment_uuid ?? '';
  port = new URL(await built.app.listen({ port: 0, host: '127.0.0.1' })).port;
});
afterAll(() => built.close());

type Sent = { version?: '1.0' | '1.1'; headers?: Record<string, string>; body?: object };

/** Speaks HTTP over a bare socket: no client adds or mends anything. */
async function speak(line: string, { version = '1.1', headers = {}, body }: Sent = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent = {
    host: `localhost:${port}`,
    connection: 'close',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${line} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = '', answer = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, answer };
}

/** What a request that does not come from this machine looks like. */
const signs: [string, Sent][] = [
  ['HTTP/1.0, as a bare proxy_pass sends', { version: '1.0', headers: { host: '127.0.0.1:3000' } }],
  ['a foreign Referer', { headers: { referer: 'https://moderation.example/dev/outbox' } }],
  ['a Referer of another port', { headers: { referer: 'http://localhost:8080/' } }],
  ['a foreign Origin', { headers: { origin: 'https://moderation.example', 'sec-fetch-site': 'same-origin' } }],
  ['an Origin without a name', { headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } }],
  ['a foreign Host', { headers: { host: 'moderation.example' } }],
  ...[
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded', 'forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip'],
    ...[
      'cf-connecting-ip',
      'cf-ray',
      'cdn-loop',
      'x-amzn-trace-id',
      'fastly-client-ip',
      'x-original-host',
      'x-envoy-external-address',
    ],
  ].map((name): [string, Sent] => [name, { headers: { [name]: '203.0.113.1' } }]),
];

/** Everything that local mode alone allows. */
const doors = (): [string, string, Sent][] => [
  ['the outbox', 'GET /dev/outbox', {}],
  ['one mail', 'GET /dev/outbox/x.eml', {}],
  ['the clock', 'POST /dev/clock', { body: { advance_ms: 1 } }],
  ['the page of a test payment', `GET /sandbox-pay/${payment}`, {}],
  ['its script', 'GET /sandbox-pay/engine.js', {}],
  [
    'a test payment',
    `POST /api/payments/sandbox/${payment}`,
    { body: { outcome: 'success', last4: '4242' }, headers: member.headers },
  ],
  ['a notification of one', 'POST /api/payments/sandbox/notify', { body: {} }],
  ['no captcha', 'GET /api/captcha?purpose=login', {}],
  ['a form without captcha', 'POST /api/auth/login', { body: { email: 'a@example.com', password: 'x', recaptchaToken: 'off' } }],
];

describe('what local mode allows, asked over a bare socket', () => {
  it.each(signs)('SEC-10 is refused to a request with %s', async (_sign, { version, headers }) => {
    const statuses: [string, number][] = [];
    for (const [name, line, sent] of doors())
      statuses.push([
        name,
        (await speak(line, { ...sent, ...(version ? { version } : {}), headers: { ...sent.headers, ...headers } })).status,
      ]);
    // Another site's Origin is refused by the check of cookies before: 403 as well.
    expect(statuses).toEqual(doors().map(([name]) => [name, 403]));
  });

  it.each(signs)(
    'SEC-09 leaves limits as they are everywhere to a request with %s, and counts it as one client',
    async (_sign, sent) => {
      const { head } = await speak('GET /api/captcha?purpose=login', sent);
      expect(/^ratelimit-policy: (.*)\r?$/im.exec(head)?.[1]).toBe('"captcha-address";q=60;w=60');
    },
  );

  it.each(signs)('SUB-04 offers and begins no test payment for a request with %s', async (_sign, { version, headers }) => {
    const sent = { ...(version ? { version } : {}), headers: { ...member.headers, ...headers } };
    const plans = await speak('GET /api/subscriptions/plans', sent);
    expect(plans.status).toBe(200);
    expect(JSON.parse(plans.answer).data.payment).toBeNull();
    const begun = await speak('POST /api/subscriptions/subscribe', { ...sent, body: { plan_id: 'growth' } });
    expect([403, 409, 503]).toContain(begun.status);
    expect(begun.answer).not.toContain('onsite_payment_uuid":"');
  });

  it('SEC-10 is open to this machine: a terminal, and a page of ours under each of its names', async () => {
    const pages = ['localhost', '127.0.0.1', '[::1]'].map((name) => ({
      referer: `http://${name}:${port}/`,
      origin: `http://${name}:${port}`,
    }));
    for (const headers of [{}, ...pages, { referer: 'http://localhost:3000/dashboard' }]) {
      expect((await speak('GET /dev/outbox', { headers })).status, JSON.stringify(headers)).toBe(200);
      expect((await speak('GET /api/captcha?purpose=login', { headers })).head).toContain('q=1200');
    }
    const paid = await speak(`POST /api/payments/sandbox/${payment}`, {
      body: { outcome: 'success', last4: '4242' },
      headers: { ...member.headers, origin: `http://localhost:${port}`, referer: `http://localhost:${port}/dashboard` },
    });
    expect(paid.status).toBe(200);
  });

  it('SUB-04 takes test payments from everybody where the operator says so', async () => {
    const open = await build({ config: { sandboxForAll: true } });
    const headers = { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.1' };
    const script = await open.app.inject({ method: 'GET', url: '/sandbox-pay/engine.js', headers });
    expect(script.statusCode).toBe(200);
    await open.close();
  });
});
