import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventFixture } from './media.fixture.ts';
import { verifySignature, verifyWebhook } from './verify-webhook.ts';

/** The published vector of Standard Webhooks. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  now: () => 1_614_265_330_000,
};
const { now } = vector;
const right = vector.headers['webhook-signature'];
type Change = {
  body?: string | Uint8Array;
  headers?: Record<string, string | string[] | undefined>;
  secret?: string | string[];
  nowMs?: number;
  toleranceMs?: number;
};
const check = ({ body = vector.body, headers = {}, secret = vector.secret, nowMs, toleranceMs }: Change = {}) =>
  verifySignature(body, { ...vector.headers, ...headers }, secret, {
    now: nowMs === undefined ? now : () => nowMs,
    ...(toleranceMs === undefined ? {} : { toleranceMs }),
  });

describe('verifySignature', () => {
  it.each<[string, Change]>([
    ['as published', {}],
    ['as bytes', { body: new TextEncoder().encode(vector.body) }],
    ['a secret without its prefix', { secret: vector.secret.slice(6) }],
    ['one of several secrets', { secret: ['whsec_AAAA', vector.secret] }],
    ['several signatures', { headers: { 'webhook-signature': `v1,AAAA v2,${right.slice(3)} ${right}` } }],
    ['299 seconds late', { nowMs: now() + 299_000 }],
    ['299 seconds early', { nowMs: now() - 299_000 }],
    ["a tolerance of one's own", { nowMs: now() + 3_000_000, toleranceMs: 3_600_000 }],
  ])('HOOK-04 takes the published vector: %s', async (_what, change) => {
    await expect(check(change)).resolves.toBeUndefined();
  });

  it.each<[string, string, Change]>([
    ['header_missing', 'no id', { headers: { 'webhook-id': undefined } }],
    ['header_missing', 'no timestamp', { headers: { 'webhook-timestamp': undefined } }],
    ['header_missing', 'no signature', { headers: { 'webhook-signature': undefined } }],
    ['header_repeated', 'two ids', { headers: { 'Webhook-Id': 'msg_other' } }],
    ['header_repeated', 'a list of signatures', { headers: { 'webhook-signature': [right, 'v1,AAAA'] } }],
    ['signature_wrong', 'another body', { body: `${vector.body} ` }],
    ['signature_wrong', 'another id', { headers: { 'webhook-id': 'msg_other' } }],
    ['signature_wrong', 'another timestamp', { headers: { 'webhook-timestamp': '1614265331' } }],
    ['signature_wrong', 'another secret', { secret: 'whsec_AAAA' }],
    ['signature_wrong', 'a signature cut short', { headers: { 'webhook-signature': right.slice(0, -5) } }],
    ['signature_wrong', 'no base64', { headers: { 'webhook-signature': 'v1,%%%' } }],
    ['signature_wrong', 'another version only', { headers: { 'webhook-signature': `v2,${right.slice(3)}` } }],
    ['signature_wrong', 'no version', { headers: { 'webhook-signature': right.slice(3) } }],
    ['too_old', 'sent 301 seconds ago', { nowMs: now() + 301_000 }],
    ['too_new', 'sent in 301 seconds', { nowMs: now() - 301_000 }],
    ['too_old', 'a timestamp that is none', { headers: { 'webhook-timestamp': '1e9' } }],
  ])('HOOK-04 refuses with %s: %s', async (reason, _what, change) => {
    await expect(check(change)).rejects.toMatchObject({ name: 'WebhookError', reason });
  });

  it.each(['', 'whsec_', 'no base64!'])('HOOK-04 does not work with the secret "%s"', async (secret) => {
    await expect(check({ secret })).rejects.toThrow('signing secret');
    await expect(check({ secret: [] })).rejects.toThrow('signing secret');
  });
});

describe('verifyWebhook', () => {
  const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0IG9mIHRoZSBTREs=';
  const body = JSON.stringify(eventFixture);
  const sign = (text: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`msg_1.1614265330.${text}`)
      .digest('base64')}`;
  const headers = (text = body) => ({
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': sign(text),
    'X-Webhook-Token': 'whk_right',
  });

  it('HOOK-04 gives the event in the type of the contract, from headers of any kind', async () => {
    for (const kind of [headers(), new Headers(headers())])
      expect(await verifyWebhook(body, kind, { secret }, { now })).toEqual(eventFixture);
  });

  it('TRUST-B4 tells other events apart by their name', async () => {
    const notice = {
      id: '0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33',
      number: 12,
      kind: 'dsa',
      source: 'article_16',
      status: 'open',
      received_at: '2026-11-21T12:00:02.000Z',
      acknowledged_at: null,
      due_at: '2026-11-28T12:00:02.000Z',
      overdue: false,
      item_url: null,
      media: null,
      copies: [],
      copies_searched: true,
      copies_complete: true,
      ground: 'terms',
      legal_reference: null,
      explanation: 'It is mine.',
      good_faith: true,
      decision: null,
    };
    const told = { event: 'notice.due', timestamp: '2026-11-24T12:00:02.000Z', data: { notice, level: 'half' } };
    const text = JSON.stringify(told);
    const event = await verifyWebhook(text, headers(text), { secret }, { now });
    expect(event.event === 'notice.due' && event.data.level).toBe('half');
  });

  it('HOOK-04 takes the token instead where that is what is known', async () => {
    expect((await verifyWebhook(body, headers(), { token: 'whk_right' })).event).toBe('media.analysis.completed');
    for (const token of ['whk_wrong', 'whk_right ', 'whk_righ'])
      await expect(verifyWebhook(body, headers(), { token })).rejects.toMatchObject({ reason: 'token_wrong' });
    await expect(verifyWebhook(body, {}, { token: 'whk_right' })).rejects.toMatchObject({ reason: 'header_missing' });
    await expect(verifyWebhook(body, headers(), { token: '' })).rejects.toThrow('empty');
  });

  it('HOOK-04 refuses what is signed and still no event', async () => {
    for (const text of ['{"test": 1}', 'no json'])
      await expect(verifyWebhook(text, headers(text), { secret }, { now })).rejects.toMatchObject({ reason: 'body_unknown' });
  });
});
