import { randomUUID } from 'node:crypto';
import { limits, type Webhook, WebhookEnvelope, type WebhookTest } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityEvent, webhook } from '../src/db/schema.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { forgetOldSecrets } from '../src/webhooks/forget-old-secrets.ts';
import { webhookSignature } from '../src/webhooks/signature.ts';
import { type Built, build } from './helpers/build.ts';
import { openSession } from './helpers/members.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
const lines: string[] = [];
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({
    config: { allowPrivateTargets: [receiver.address], throughputScale: 1 },
    onLog: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call<T = { webhook: Webhook }>(person: { headers: object }, method: Method, path = '', payload?: object) {
  const url = `/api/webhooks${path}`;
  const answer = await built.app.inject({ method, url, headers: { ...person.headers }, ...(payload ? { payload } : {}) });
  return { code: answer.statusCode, ...answer.json<{ status: string; message?: string; data: T }>() };
}

const make = async (person: Uploader, webhookUrl = 'https://hooks.example.com/in'): Promise<Webhook> =>
  (await call(person, 'POST', '', { webhookUrl })).data.webhook;
const list = async (person: Uploader) => (await call<{ webhooks: Webhook[] }>(person, 'GET')).data.webhooks;
/** Hooks in their list that were told of nothing yet. */
const untold = (...hooks: Webhook[]) => hooks.map((hook) => ({ ...hook, last_delivery: null, is_failing: false }));
const test = (person: Uploader, { id }: Webhook) => call<WebhookTest>(person, 'POST', `/${id}/test`);

describe('webhooks', () => {
  it('HOOK-02 are made with a token and a signing secret of their own, and listed whole', async () => {
    const person = await createUploader(built);
    expect(await list(person)).toEqual([]);
    const made = await make(person, '  https://hooks.example.com/in  ');
    expect(made).toMatchObject({ webhookUrl: 'https://hooks.example.com/in', isActive: true });
    expect(made.webhookToken).toMatch(/^whk_[\w-]{43}$/);
    expect(Buffer.from(made.signingSecret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    built.clock.advance(1_000);
    const second = await make(person);
    expect(second.webhookToken).not.toBe(made.webhookToken);
    expect(await list(person)).toEqual(untold(made, second));
  });

  it('SEC-08 keeps both secrets sealed, in the database and in the log', async () => {
    const person = await createUploader(built);
    const made = await make(person);
    const [row] = await built.context.db.select().from(webhook).where(eq(webhook.id, made.id));
    for (const secret of [made.webhookToken, made.signingSecret]) {
      expect(JSON.stringify(row)).not.toContain(secret.replace(/^\w+_/, ''));
      expect(lines.join('\n')).not.toContain(secret.replace(/^\w+_/, ''));
    }
    const tokenSealed = createSecrets('another secret of more than thirty-two').seal('webhook', 'x');
    await built.context.db.update(webhook).set({ tokenSealed }).where(eq(webhook.id, made.id));
    expect(await list(person)).toMatchObject([{ webhookToken: '', signingSecret: made.signingSecret }]);
    expect(await test(person, made)).toMatchObject({ code: 200, data: { success: false } });
    expect((await call(person, 'DELETE', `/${made.id}`)).code).toBe(200);
  });

  it('HOOK-02 needs a subscription to make one', async () => {
    const person = await createUploader(built, null);
    const refused = await call(person, 'POST', '', { webhookUrl: 'https://hooks.example.com/in' });
    expect(refused).toMatchObject({ code: 403, status: 'error', message: expect.stringContaining('active subscription') });
    expect(await list(person)).toEqual([]);
  });

  it.each([
    ['http://hooks.example.com/in', 'Webhook URL must use HTTPS protocol for security'],
    ['ftp://hooks.example.com/in', 'Webhook URL must use HTTPS protocol for security'],
    ['hooks.example.com', 'Webhook URL must use HTTPS protocol for security'],
    ['http://127.0.0.1:1/in', 'Webhook URL must use HTTPS protocol for security'],
    ['https://', 'Please enter a valid webhook URL'],
    ['https://a b', 'Please enter a valid webhook URL'],
    ['https://me:secret@hooks.example.com/in', 'Webhook URL must not contain a user name or password'],
    ['', 'Please enter a webhook URL'],
    ['   ', 'Please enter a webhook URL'],
    [`https://hooks.example.com/${'a'.repeat(limits.urlMaxLength)}`, 'A webhook URL has at most 2048 characters'],
  ])('HOOK-03 refuses the address %s, new and changed', async (webhookUrl, message) => {
    const person = await createUploader(built);
    const made = await make(person);
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${made.id}`],
    ] as const)
      expect(await call(person, method, path, { webhookUrl })).toMatchObject({ code: 400, message, data: null });
    expect(await list(person)).toEqual(untold(made));
  });

  it('HOOK-03 takes http for the targets that the operator lists, exactly as written', async () => {
    const person = await createUploader(built);
    expect((await make(person, receiver.url)).webhookUrl).toBe(receiver.url);
    const other = receiver.url.replace('127.0.0.1', 'localhost');
    expect((await call(person, 'POST', '', { webhookUrl: other })).code).toBe(400);
  });

  it('HOOK-02 changes address and state, one alone too', async () => {
    const person = await createUploader(built);
    const made = await make(person);
    expect((await call(person, 'PATCH', `/${made.id}`, { isActive: false })).data.webhook).toEqual({ ...made, isActive: false });
    const webhookUrl = 'https://hooks.example.com/other';
    const changed = await call(person, 'PATCH', `/${made.id}`, { webhookUrl, isActive: true });
    expect(changed.data.webhook).toEqual({ ...made, webhookUrl });
    expect((await call(person, 'PATCH', `/${made.id}`, {})).code).toBe(400);
    expect(await list(person)).toEqual(untold({ ...made, webhookUrl }));
  });

  it('HOOK-02 replaces the token and the signing secret, and deletes', async () => {
    const person = await createUploader(built);
    const made = await make(person);
    const { data } = await call(person, 'POST', `/${made.id}/regenerate-token`);
    expect(data.webhook.webhookToken).toMatch(/^whk_[\w-]{43}$/);
    expect(data.webhook.webhookToken).not.toBe(made.webhookToken);
    expect(data.webhook.signingSecret).not.toBe(made.signingSecret);
    const { webhookToken, signingSecret, oldSecretValidUntil } = data.webhook;
    expect(data.webhook).toEqual({ ...made, webhookToken, signingSecret, oldSecretValidUntil });
    expect(await call(person, 'DELETE', `/${made.id}`)).toMatchObject({ code: 200, data: null });
    expect(await list(person)).toEqual([]);
    expect(await call(person, 'DELETE', `/${made.id}`)).toMatchObject({ code: 404, message: 'Webhook not found' });
  });

  it('SEC-06 holds the limit of hooks against parallel requests', async () => {
    const person = await createUploader(built);
    const answers = await Promise.all(
      Array.from({ length: limits.webhooksMax + 4 }, () => call(person, 'POST', '', { webhookUrl: 'https://a.example' })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(limits.webhooksMax);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(4);
  });

  it('SEC-03 hides the hooks of another account and changes nothing of them', async () => {
    const [owner, stranger] = [await createUploader(built), await createUploader(built)];
    const made = await make(owner, receiver.url);
    receiver.received = [];
    for (const [method, path, payload] of [
      ['PATCH', '', { isActive: false }],
      ['DELETE', '', undefined],
      ['POST', '/regenerate-token', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      expect((await call(stranger, method, `/${made.id}${path}`, payload)).code).toBe(404);
      expect((await call(stranger, method, `/${randomUUID()}${path}`, payload)).code).toBe(404);
    }
    expect(await list(stranger)).toEqual([]);
    expect(await list(owner)).toEqual(untold(made));
    expect(receiver.received).toEqual([]);
  });

  it('SEC-10 notes every change in the security log, without a secret', async () => {
    const person = await createUploader(built);
    const made = await make(person);
    await call(person, 'PATCH', `/${made.id}`, { isActive: false });
    await call(person, 'POST', `/${made.id}/regenerate-token`);
    await call(person, 'DELETE', `/${made.id}`);
    const events = await built.context.db
      .select({ kind: securityEvent.kind, detail: securityEvent.detail, ip: securityEvent.ip })
      .from(securityEvent)
      .where(and(eq(securityEvent.userId, person.userId), eq(securityEvent.accountId, person.accountId)))
      .orderBy(securityEvent.id);
    const ip = '127.0.0.1';
    expect(events.filter(({ kind }) => kind.startsWith('webhook.'))).toEqual([
      { kind: 'webhook.created', detail: null, ip },
      { kind: 'webhook.changed', detail: 'switched off', ip },
      { kind: 'webhook.token_renewed', detail: null, ip },
      { kind: 'webhook.deleted', detail: null, ip },
    ]);
  });
});

describe('a webhook whose token was regenerated', () => {
  /** The headers of the next test event. */
  async function sent(person: Uploader, hook: Webhook) {
    receiver.received = [];
    // A session of its own: the clock may have gone past the person's.
    const { userId, accountId } = person;
    const headers = (await openSession(built, userId, accountId)).headers();
    expect((await call<WebhookTest>({ headers }, 'POST', `/${hook.id}/test`)).data.success).toBe(true);
    const [request] = receiver.received;
    if (!request) throw new Error('nothing was sent');
    const { headers: got, body } = request;
    const part = { id: String(got['webhook-id']), timestamp: Number(got['webhook-timestamp']), body };
    return { part, token: got['x-webhook-token'], signatures: String(got['webhook-signature']).split(' ') };
  }

  it('HOOK-02 is signed by the new and the old secret for a day, and bears the new token at once', async () => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    const { data } = await call(person, 'POST', `/${made.id}/regenerate-token`);
    const until = new Date(built.clock.now().getTime() + limits.webhookOldSecretLifeMs).toISOString();
    expect(data.webhook.oldSecretValidUntil).toBe(until);
    const both = await sent(person, made);
    expect(both.token).toBe(data.webhook.webhookToken);
    expect(both.signatures).toEqual([
      webhookSignature(data.webhook.signingSecret, both.part),
      webhookSignature(made.signingSecret, both.part),
    ]);
    built.clock.advance(limits.webhookOldSecretLifeMs - 1);
    expect((await sent(person, made)).signatures).toHaveLength(2);
    built.clock.advance(1);
    const after = await sent(person, made);
    expect(after.signatures).toEqual([webhookSignature(data.webhook.signingSecret, after.part)]);
    await forgetOldSecrets(built.context);
    const [row] = await built.context.db.select().from(webhook).where(eq(webhook.id, made.id));
    expect(row).toMatchObject({ oldSecretSealed: null, oldSecretUntil: null });
    const headers = (await openSession(built, person.userId, person.accountId)).headers();
    expect((await call<{ webhooks: Webhook[] }>({ headers }, 'GET')).data.webhooks).toMatchObject([
      { oldSecretValidUntil: null },
    ]);
  });

  it('HOOK-02 keeps the secret that was replaced last, sealed, and the sweep leaves it its day', async () => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    const first = (await call(person, 'POST', `/${made.id}/regenerate-token`)).data.webhook;
    const second = (await call(person, 'POST', `/${made.id}/regenerate-token`)).data.webhook;
    await forgetOldSecrets(built.context);
    const { part, signatures } = await sent(person, made);
    expect(signatures).toEqual([second, first].map(({ signingSecret }) => webhookSignature(signingSecret, part)));
    const [row] = await built.context.db.select().from(webhook).where(eq(webhook.id, made.id));
    expect(JSON.stringify(row)).not.toContain(first.signingSecret.replace(/^\w+_/, ''));
    expect(built.context.secrets.open('webhook', row?.oldSecretSealed ?? '')).toBe(first.signingSecret);
  });

  it('HOOK-02 is still signed by the new secret alone when the old one cannot be read', async () => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    const renewed = (await call(person, 'POST', `/${made.id}/regenerate-token`)).data.webhook;
    const oldSecretSealed = createSecrets('another secret of more than thirty-two').seal('webhook', 'x');
    await built.context.db.update(webhook).set({ oldSecretSealed }).where(eq(webhook.id, made.id));
    const { part, signatures } = await sent(person, made);
    expect(signatures).toEqual([webhookSignature(renewed.signingSecret, part)]);
  });
});

describe('the test of a webhook', () => {
  it('HOOK-02 HOOK-04 sends one whole event with token and signature, and says what came back', async () => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    receiver.received = [];
    const { code, data, message } = await test(person, made);
    expect({ code, success: data.success }).toEqual({ code: 200, success: true });
    expect(data.message).toMatch(/^The endpoint answered 200 after \d+\.\d s\.$/);
    expect(message).toBe(data.message);
    const [request, ...more] = receiver.received;
    if (!request) throw new Error('nothing was sent');
    expect(more).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1' });
    expect(WebhookEnvelope.parse(JSON.parse(request.body))).toEqual(data.test_payload);
    expect(data.test_payload).toMatchObject({
      event: 'media.analysis.completed',
      data: { test: true, moderation: { passed: true } },
    });
    const { headers } = request;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-webhook-token']).toBe(made.webhookToken);
    const id = String(headers['webhook-id']);
    const timestamp = Number(headers['webhook-timestamp']);
    expect(id).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(timestamp).toBe(Math.floor(built.clock.now().getTime() / 1_000));
    expect(headers['webhook-signature']).toBe(webhookSignature(made.signingSecret, { id, timestamp, body: request.body }));
  });

  it.each([
    [502, {}, /^The endpoint answered 502 Bad Gateway\. Nothing was retried\.$/],
    [302, { location: '/elsewhere' }, /^The endpoint answered 302 Found\. Redirects are not followed\./],
  ])('HOOK-01 answers 200 with the reason when the endpoint answers %i', async (status, headers, message) => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    receiver.received = [];
    receiver.answer = (response) => response.writeHead(status, headers).end('x'.repeat(100_000));
    const tested = await test(person, made);
    receiver.answer = (response) => response.end();
    expect(tested).toMatchObject({ code: 200, status: 'success', data: { success: false } });
    expect(tested.data.message).toMatch(message);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['https://127.0.0.1/in', 'The endpoint is not at a public address.'],
    ['https://169.254.169.254/latest', 'The endpoint is not at a public address.'],
    ['https://[::1]/in', 'The endpoint is not at a public address.'],
    ['https://2130706433/in', 'The endpoint is not at a public address.'],
    ['https://localhost/in', 'The endpoint is not at a public address.'],
  ])('HOOK-06 is not sent to %s', async (webhookUrl, reason) => {
    const person = await createUploader(built);
    const tested = await test(person, await make(person, webhookUrl));
    expect(tested).toMatchObject({ code: 200, data: { success: false, message: expect.stringContaining(reason) } });
  });

  it('SEC-09 is made five times a minute at most', async () => {
    const person = await createUploader(built);
    const made = await make(person, receiver.url);
    const codes: number[] = [];
    for (let n = 0; n < 6; n++) codes.push((await test(person, made)).code);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
