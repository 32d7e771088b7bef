import { request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import OpenAI from 'openai';
import OpenAI5 from 'openai5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { media, usagePeriod } from '../../src/db/schema.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { saveDoorSettings } from '../../src/moderation/check/door-settings.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

let built: Built;
let owner: Uploader;
let baseURL: string;
/** What the examiner of this file says of every picture. */
let scores: Record<string, number> = {};
let isDown = false;
/** How the next pictures were looked at for hate. */
let hateLooks: ('not_assessed' | 'text_only')[] = [];
const address = '/api/openai/v1/moderations';

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.custom<AddressInfo>().parse(built.app.server.address());
  baseURL = `http://127.0.0.1:${port}/api/openai/v1`;
  owner = await createUploader(built);
  await runQueuedModeration(built, {
    async examine(bytes) {
      if (isDown) throw new Error('the analyser is down');
      const examined = await quickExaminer.examine(bytes);
      const coverage = {
        ...examined.analysis.coverage,
        sexual_explicit: 'assessed',
        gore: 'one_picture',
        hate: hateLooks.shift() ?? 'text_only',
      } as const;
      return { ...examined, analysis: { ...examined.analysis, scores: { ...examined.analysis.scores, ...scores }, coverage } };
    },
  });
});
afterAll(() => built.close());

const dataUrl = (bytes = picture('formats/pears.png')) => `data:image/png;base64,${bytes.toString('base64')}`;
const image = (url = dataUrl()) => ({ type: 'image_url', image_url: { url } });
const text = (words: string) => ({ type: 'text', text: words });

async function send(payload: unknown, { token = owner.token, url = address, type = 'application/json' } = {}) {
  return await built.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}
const frames = async (on = owner) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used, reserved: period?.reserved };
};
async function judged(input: unknown, given: Record<string, number> = {}) {
  scores = given;
  const answer = await send({ input });
  scores = {};
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...answer.json(), header: answer.headers['x-clearframe-not-assessed'] };
}

const theirs = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

describe('the door that speaks OpenAI', () => {
  it.each([
    ['7', OpenAI],
    ['5', OpenAI5],
  ])('DOOR-A1 answers the npm package openai %s: a text, texts, a picture, and the model', async (_version, Client) => {
    const client = new Client({ baseURL, apiKey: owner.token, maxRetries: 0 });
    const one = await client.moderations.create({ input: 'a boat', model: 'omni-moderation-latest' });
    expect(one).toMatchObject({ id: expect.stringMatching(/^modr-[0-9a-f-]{36}$/), model: 'clearframe-keywords' });
    expect(one.results).toMatchObject([{ flagged: false }]);
    expect((await client.moderations.create({ input: ['a', 'b', 'c'] })).results).toHaveLength(3);
    scores = { sexual_explicit: 0.93 };
    const shown = await client.moderations.create({ input: [{ type: 'image_url', image_url: { url: dataUrl() } }] });
    scores = {};
    expect(shown.results[0]).toMatchObject({ flagged: true, categories: { sexual: true }, category_scores: { sexual: 0.93 } });
    expect(shown.results[0]?.category_applied_input_types.sexual).toEqual(['image']);
    expect((await client.models.list()).data).toMatchObject([{ id: 'clearframe', object: 'model' }]);
  });

  it('DOOR-A1 always has their 13 categories, and says of each that nobody assessed it', async () => {
    const { results, header } = await judged([image()], { gore: 0.75, hate: 0.2 });
    const [{ flagged, categories, category_scores, category_applied_input_types: applied, clearframe }] = results;
    for (const of of [categories, category_scores, applied]) expect(Object.keys(of).toSorted()).toEqual(theirs);
    expect(flagged).toBe(true);
    expect([categories['violence/graphic'], category_scores['violence/graphic'], applied['violence/graphic']]).toEqual([
      true,
      0.75,
      ['image'],
    ]);
    expect([categories.hate, category_scores.hate, applied.hate]).toEqual([false, 0.2, ['text']]);
    expect([categories.violence, category_scores.violence, applied.violence]).toEqual([false, 0, []]);
    const missing = theirs.filter((name) => applied[name].length === 0);
    expect(String(header).split(',').toSorted()).toEqual(missing);
    expect(clearframe.not_assessed.toSorted()).toEqual(missing);
    expect(clearframe).toMatchObject({ passed: false, flagged_categories: ['gore'], media_id: null, frames_charged: 1 });
  });

  it('DOOR-A1 gives one result for all pictures of a request, and matches its texts with the rules of the account', async () => {
    const before = await frames();
    const { results } = await judged([text('hello'), image(), image()]);
    expect(results).toHaveLength(1);
    expect(results[0].clearframe).toMatchObject({ frames_charged: 2, passed: true });
    expect(await frames()).toEqual({ used: (before.used ?? 0) + 2, reserved: 0 });
    const rules = { required_keywords: [], forbidden_keywords: ['casino'] };
    await built.app.inject({ method: 'POST', url: '/api/keyword-settings', headers: owner.headers, payload: rules });
    expect((await judged('Meet us at the casino')).results).toMatchObject([
      { flagged: true, clearframe: { passed: false, reason: 'The forbidden keyword “casino” was found.', frames_charged: 0 } },
    ]);
    expect((await judged([text('the casino'), image()])).results).toMatchObject([
      { flagged: true, categories: { sexual: false } },
    ]);
    expect((await judged([text('no picture')])).results).toHaveLength(1);
    await built.app.inject({
      method: 'POST',
      url: '/api/keyword-settings',
      headers: owner.headers,
      payload: { required_keywords: [], forbidden_keywords: [] },
    });
  });

  it('DOOR-A1 is true of what one picture is flagged for, although nobody looked at another one for it', async () => {
    hateLooks = ['not_assessed', 'text_only'];
    const { results, header } = await judged([image(), image()], { hate: 0.97 });
    expect(results).toMatchObject([{ flagged: true, categories: { hate: true }, category_scores: { hate: 0.97 } }]);
    expect(results[0].category_applied_input_types.hate).toEqual([]);
    expect(String(header).split(',')).toContain('hate');
  });

  it('DOOR-A1 says what the account chose where a person should look', async () => {
    const doubtful = { sexual_explicit: 0.5 };
    expect((await judged([image()], doubtful)).results).toMatchObject([{ flagged: false, clearframe: { needs_review: true } }]);
    await saveDoorSettings(built.context, owner.accountId, { on_review: 'flag' });
    expect((await judged([image()], doubtful)).results).toMatchObject([{ flagged: true, clearframe: { passed: true } }]);
    await saveDoorSettings(built.context, owner.accountId, { on_review: 'pass' });
  });

  it('DOOR-A1 is reached by its host alone too', async () => {
    expect((await send({ input: 'a' }, { url: '/v1/moderations' })).statusCode).toBe(200);
  });

  it.each([
    ['no JSON', '{', 400, { code: 'invalid_json', param: null }],
    ['no object', '[]', 400, { code: 'invalid_json', param: null }],
    ['no input', {}, 400, { code: 'missing_input', param: 'input' }],
    ['a number', { input: 7 }, 400, { code: 'invalid_input', param: 'input' }],
    ['nothing', { input: [] }, 400, { code: 'invalid_input' }],
    ['a strange part', { input: [text('a'), { type: 'sound' }] }, 400, { code: 'invalid_input', param: 'input[1]' }],
    ['a text that is too long', { input: 'a'.repeat(20_001) }, 400, { code: 'invalid_input' }],
    ['101 texts', { input: Array.from({ length: 101 }, () => 'a') }, 400, { code: 'invalid_input' }],
    ['21 parts', { input: Array.from({ length: 21 }, () => text('a')) }, 400, { code: 'invalid_input' }],
    ['5 images', { input: Array.from({ length: 5 }, () => image()) }, 400, { code: 'too_many_images' }],
    ['another model', { input: 'a', model: 'gpt-9' }, 404, { code: 'model_not_found', param: 'model' }],
    [
      'a strange address',
      { input: [image('ftp://a.example/b')] },
      400,
      { code: 'invalid_input', param: 'input[0].image_url.url' },
    ],
    [
      // A pattern that tried each length of it again would hold the process for minutes.
      'an address of many spaces',
      { input: [image(`data:image/png;base64,${' '.repeat(400_000)}!`)] },
      400,
      { code: 'invalid_input', param: 'input[0].image_url.url' },
    ],
    [
      'an address that goes on behind its end',
      { input: [image('data:image/png;base64,iVBO==Rw')] },
      400,
      { code: 'invalid_input', param: 'input[0].image_url.url' },
    ],
    [
      'no picture',
      { input: [text('a'), image(dataUrl(Buffer.from('no picture at all')))] },
      400,
      { code: 'image_unsupported', param: 'input[1].image_url.url' },
    ],
    [
      'a damaged picture beside a good one',
      { input: [image(), image(dataUrl(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')])))] },
      400,
      { code: 'image_undecodable', param: 'input[1].image_url.url' },
    ],
  ] as const)('DOOR-A1 refuses %s in their words and charges nothing', async (_what, payload, status, error) => {
    const before = await frames();
    const answer = await send(payload);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      status,
      { error: { type: 'invalid_request_error', message: expect.stringMatching(/\w/), ...error } },
    ]);
    expect(await frames()).toEqual(before);
  });

  it.each([
    'http://127.0.0.1:1/a.png',
    'http://[::1]/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/a.png',
    'http://192.168.1.1/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://0.0.0.0/a.png',
    'http://2130706433/a.png',
    'http://localhost/a.png',
  ])('DOOR-A1 SEC-07 fetches nothing from %s', async (url) => {
    const answer = await send({ input: [image(url)] });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: { code: 'image_unreachable', param: 'input[0].image_url.url' } },
    ]);
  });

  it('DOOR-A1 refuses a wrong, a revoked and a weak token, another type and another method, before it reads a body', async () => {
    const make = async (scopes: string[]) => {
      const payload = { name: 'other', scopes };
      const made = await built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: owner.headers, payload });
      return made.json<{ data: { access_token: { id: string; token: string } } }>().data.access_token;
    };
    const gone = await make(['check']);
    expect((await send({ input: 'a' }, { token: gone.token })).statusCode).toBe(200);
    await built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${gone.id}`, headers: owner.headers });
    for (const token of ['cf_live_wrong', gone.token])
      expect((await send('{', { token })).json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    const weak = await make(['read', 'decide', 'report']);
    const refused = await send('{', { token: weak.token });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: { type: 'permission_error', code: 'scope_missing' } },
    ]);
    expect((await send({ input: 'a' }, { token: (await make(['upload'])).token })).statusCode).toBe(200);
    const typed = await send('a=1', { type: 'application/x-www-form-urlencoded' });
    expect([typed.statusCode, typed.json()]).toMatchObject([415, { error: { code: 'unsupported_content_type' } }]);
    const got = await built.app.inject({ url: address });
    expect([got.statusCode, got.headers.allow, got.json()]).toMatchObject([
      405,
      'POST',
      { error: { code: 'method_not_allowed' } },
    ]);
    const large = await send(`{"input":"${'a'.repeat(16 * 1_048_576)}"}`);
    expect([large.statusCode, large.json()]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  });

  it('DOOR-A1 tells their SDK not to repeat a request without frames, and when to come back after too many', async () => {
    const poor = await createUploader(built, 1);
    const two = await send({ input: [image(), image()] }, { token: poor.token });
    expect([two.statusCode, two.headers['x-should-retry'], two.json()]).toMatchObject([
      429,
      'false',
      { error: { type: 'insufficient_quota', code: 'insufficient_quota' } },
    ]);
    expect(await frames(poor)).toEqual({ used: 0, reserved: 0 });
    const client = new OpenAI({ baseURL, apiKey: poor.token });
    await client.moderations.create({ input: [{ type: 'image_url', image_url: { url: dataUrl() } }] });
    let asked = 0;
    built.app.server.on('request', () => asked++);
    const spent = client.moderations.create({ input: [{ type: 'image_url', image_url: { url: dataUrl() } }] });
    await expect(spent).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' });
    expect(asked).toBe(1);
  });

  it('DOOR-A1 is never Safe while the analyser is down: 503, uncharged, nothing kept', async () => {
    const before = await frames();
    isDown = true;
    const answer = fetch(`${baseURL}/moderations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: [image()] }),
    });
    const [row] = await waitFor(async () => await built.context.db.select().from(media).where(eq(media.kept, false)));
    await failModeration(built.context, { mediaId: row?.id ?? '', attempt: 1 });
    const failed = await answer;
    expect([failed.status, failed.headers.get('retry-after'), await failed.json()]).toMatchObject([
      503,
      '5',
      { error: { type: 'server_error', code: 'analysis_unavailable' } },
    ]);
    isDown = false;
    expect(await frames()).toEqual(before);
    expect(await built.context.db.select().from(media).where(eq(media.kept, false))).toEqual([]);
  });

  it('DOOR-A1 holds no more bodies in memory than fit, says when to come back, and goes on once they are gone', async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const status = async () => (await send({ input: 'a' })).statusCode;
    const begin = () => {
      const call = open(`${baseURL}/moderations`, { method: 'POST', headers: { ...headers, 'content-length': 16 * 1_048_576 } });
      call.on('error', () => undefined);
      call.flushHeaders();
      return call;
    };
    const large = Array.from({ length: 16 }, begin);
    // The last one is refused where the short body that asks is in memory just then.
    while ((await status()) !== 503) large.push(begin());
    const refused = await send({ input: 'a' });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
      503,
      '5',
      { error: { type: 'server_error', code: 'analysis_unavailable' } },
    ]);
    for (const call of large) call.destroy();
    while ((await status()) !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('does not exist where DOORS leaves it out, and an unknown path below it is our 404', async () => {
    const unknown = await send({}, { url: '/api/openai/v1/chat/completions' });
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { status: 'error', data: null }]);
    const closed = await build({ config: { doors: ['mcp'] } });
    const answer = await closed.app.inject({ method: 'POST', url: address, payload: {} });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { status: 'error', data: null }]);
    await closed.close();
  });
});

async function waitFor<T>(read: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
