import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DetectModerationLabelsCommand, RekognitionClient, RekognitionServiceException } from '@aws-sdk/client-rekognition';
import type { Checker } from '@clearframe/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { awsKeysOf } from '../../src/accounts/aws-keys.ts';
import { noteFault, poolFull } from '../../src/db/database-fault.ts';
import { accessToken, checkLine, media, rateLimit, tusUpload, usagePeriod } from '../../src/db/schema.ts';
import { holdBody, ownBody } from '../../src/doors/shared/hold-body.ts';
import { saveDoorSettings } from '../../src/moderation/check/door-settings.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, type Uploader } from '../helpers/uploads.ts';
import { createSender } from './tus-sender.ts';

/** No analysis process works here: whatever is queued waits as behind any number of others. */
let built: Built;
let owner: Uploader;
let other: Uploader;
let origin: string;
let closed: Checker;
let open: Checker;
const pears = picture('formats/pears.png');
const base64 = pears.toString('base64');

/** The clock by which a door waits, ahead by so much. */
let aheadMs = 0;

beforeAll(async () => {
  built = await build();
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${z.custom<AddressInfo>().parse(built.app.server.address()).port}`;
  owner = await createUploader(built);
  other = await createUploader(built);
  const make = async (on_error: 'closed' | 'open') => {
    const payload = { name: on_error, on_error };
    const made = await built.app.inject({ method: 'POST', url: '/api/checkers', headers: owner.headers, payload });
    return made.json<{ data: { checker: Checker } }>().data.checker;
  };
  [closed, open] = [await make('closed'), await make('open')];
  // The pair of keys is known from the first look at it on.
  const [token] = await tokens();
  expect((await owner.get(`/api/access-tokens/${token?.id}/aws-keys`)).statusCode).toBe(200);
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs);
});
afterEach(async () => {
  await built.context.db.delete(rateLimit);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await built.close();
});

const tokens = () => built.context.db.select().from(accessToken).where(eq(accessToken.accountId, owner.accountId));

type Told = { status: number; retry: string | null; said: unknown };

async function post(
  path: string,
  body: string | FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Told> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
    body,
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), said: await answer.json() };
}
const json = { 'content-type': 'application/json' };

function asMisskey(): Promise<Told> {
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(pears)], { type: 'image/png' }), '1.png');
  return post('/api/misskey/v1/detect-images', form);
}

/** By the client of AWS, which signs. */
async function asAws(): Promise<Told> {
  const keys = awsKeysOf(owner.token);
  const client = new RekognitionClient({
    endpoint: `${origin}/api/rekognition`,
    region: 'eu-central-1',
    maxAttempts: 1,
    credentials: { accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key },
  });
  try {
    const said = await client.send(new DetectModerationLabelsCommand({ Image: { Bytes: pears } }));
    return { status: 200, retry: null, said };
  } catch (error) {
    if (!(error instanceof RekognitionServiceException)) throw error;
    const { name, $metadata, $response } = error;
    return { status: $metadata.httpStatusCode ?? 0, retry: $response?.headers['retry-after'] ?? null, said: name };
  } finally {
    client.destroy();
  }
}

const tool = { name: 'check_picture', arguments: { data_base64: base64 } };
const accepting = { ...json, accept: 'application/json, text/event-stream' };
const askAgent = () => post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }), accepting);

/** By the client of MCP, whose tools tell of their own failure. */
async function asAgent(): Promise<Told> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${owner.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  try {
    return { status: 200, retry: null, said: await client.callTool(tool) };
  } finally {
    await client.close();
  }
}

const asOpenAi = () =>
  post(
    '/api/openai/v1/moderations',
    JSON.stringify({ input: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }] }),
    json,
  );
const asOip = () =>
  post(
    '/api/oip/v2/models/clearframe-mid/infer',
    JSON.stringify({ inputs: [{ name: 'image', datatype: 'BYTES', shape: [1], data: [base64] }] }),
    json,
  );
const asChecker = (checker: () => Checker) => () =>
  post(`/api/check/${checker().secret}`, new Uint8Array(pears), { 'content-type': 'image/png' });

const some = expect.stringMatching(/^[1-9]\d*$/);
const words = expect.stringMatching(/\w/);
const openAi = (type: string, code: string) => ({ error: { type, code, message: words } });
const misskey = { success: false, error: { code: 'MODEL_UNAVAILABLE', message: words } };
const rpc = (code: number) => ({ jsonrpc: '2.0', error: { code, message: words }, id: null });
const none = { verdict: 'none', reason: words, categories: [], media_id: null };

const frames = async () => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, owner.accountId));
  return { used: period?.used, reserved: period?.reserved };
};
const waiting = () => built.context.db.select().from(media).where(eq(media.kept, false));
/** Whatever was answered: nothing was charged, and nothing is left. */
async function uncharged(ask: () => Promise<Told>): Promise<Told> {
  const before = await frames();
  const told = await ask();
  expect(await frames()).toEqual(before);
  expect(before.reserved).toBe(0);
  expect(await waiting()).toEqual([]);
  return told;
}

/** Uses up what a minute allows to the token and to both checkers. */
async function useUp(): Promise<void> {
  const [token] = await tokens();
  for (const id of [token?.id, closed.id, open.id]) await built.context.rateLimits.take('check-token', id ?? '');
  await built.context.db.update(rateLimit).set({ uses: 1_000_000 });
}

describe('a door whose caller asks more often than it may', () => {
  it.each([
    ['DOOR-A1 OpenAI', asOpenAi, 429, some, openAi('rate_limit_error', 'rate_limit_exceeded')],
    ['DOOR-A2 Misskey', asMisskey, 429, some, misskey],
    ['DOOR-A3 a closed checker', asChecker(() => closed), 503, '5', none],
    ['DOOR-A3 an open checker', asChecker(() => open), 200, null, none],
    ['DOOR-A4 Rekognition', asAws, 400, some, 'ThrottlingException'],
    ['DOOR-A5 Open Inference Protocol', asOip, 429, some, { error: words }],
    ['DOOR-A9 MCP', askAgent, 429, some, rpc(-32_600)],
  ])('%s says so in its own words, with the time to wait, and charges nothing', async (_door, ask, status, retry, said) => {
    await useUp();
    expect(await uncharged(ask)).toMatchObject({ status, retry, said });
  });

  it('DOOR-A6 tus refuses the next request by 429 with the time to wait, and what is stored stays', async () => {
    const sender = createSender(built, owner.token);
    const url = await sender.begin(pears.length);
    await sender.patch(url, 0, pears.subarray(0, 100));
    await built.context.db.update(rateLimit).set({ uses: 1_000_000 });
    // What this process had counted ahead goes first.
    const refused = { statusCode: 0 };
    for (let asked = 0; refused.statusCode !== 429 && asked < 1_000; asked += 1)
      Object.assign(refused, { statusCode: (await sender.head(url)).statusCode });
    const before = await frames();
    const last = await sender.patch(url, 100, pears.subarray(100));
    expect([last.statusCode, last.headers['retry-after'], last.json()]).toMatchObject([
      429,
      some,
      { status: 'error', data: null },
    ]);
    const [row] = await built.context.db.select().from(tusUpload);
    expect(row).toMatchObject({ state: 'open', storedBytes: 100, mediaId: null });
    expect(await frames()).toEqual(before);
  });
});

type Holder = Parameters<typeof holdBody>[3];
const someone = (accountId: string = randomUUID()) => ({ accountId, tokenId: randomUUID() });

/** A body in memory, as a door reads it. */
function begin(megabytes: number, holder: Holder) {
  const raw = new EventEmitter();
  const bytes = megabytes * 1_048_576;
  const request = z.custom<FastifyRequest>().parse({ headers: { 'content-length': String(bytes) } });
  holdBody(request, z.custom<FastifyReply>().parse({ raw }), bytes, holder);
  return { request, release: () => void raw.emit('close') };
}
const hold = (megabytes: number, holder: Holder): (() => void) => begin(megabytes, holder).release;

/** As many bodies of others as a process holds, until they are let go. */
function fillMemory(): () => void {
  const bodies = [...Array.from({ length: 7 }, () => hold(32, someone())), hold(32, { address: '192.0.2.1' })];
  return () => bodies.forEach((release) => void release());
}

describe('a door while as many bodies wait as a process holds', () => {
  it.each([
    ['DOOR-A1 OpenAI', asOpenAi, 503, '5', openAi('server_error', 'analysis_unavailable')],
    ['DOOR-A2 Misskey', asMisskey, 429, '5', misskey],
    ['DOOR-A4 Rekognition', asAws, 500, '5', 'InternalServerError'],
    ['DOOR-A5 Open Inference Protocol', asOip, 503, '5', { error: words }],
    ['DOOR-A9 MCP', askAgent, 503, '5', rpc(-32_603)],
  ])('%s reads none of it, says when to come again, and charges nothing', async (_door, ask, status, retry, said) => {
    const release = fillMemory();
    try {
      expect(await uncharged(ask)).toMatchObject({ status, retry, said });
    } finally {
      release();
    }
  });
});

describe('a door while one caller sends as much as it may', () => {
  it.each([
    ['DOOR-A1 OpenAI', asOpenAi, 503, '5', openAi('server_error', 'analysis_unavailable')],
    ['DOOR-A2 Misskey', asMisskey, 429, '5', misskey],
    ['DOOR-A4 Rekognition', asAws, 500, '5', 'InternalServerError'],
    ['DOOR-A5 Open Inference Protocol', asOip, 503, '5', { error: words }],
    ['DOOR-A9 MCP', askAgent, 503, '5', rpc(-32_603)],
  ])('%s tells that caller when to come again, and reads what others send', async (_door, ask, status, retry, said) => {
    const [token] = await tokens();
    const own = { accountId: owner.accountId, tokenId: token?.id ?? '' };
    const bodies = [hold(32, own), hold(32, own)];
    try {
      expect(await uncharged(ask)).toMatchObject({ status, retry, said });
      const text = JSON.stringify({ input: 'hello' });
      const theirs = await post('/api/openai/v1/moderations', text, { ...json, authorization: `Bearer ${other.token}` });
      expect(theirs).toMatchObject({ status: 200, said: { results: [{ flagged: false }] } });
    } finally {
      for (const release of bodies) release();
    }
  });

  it('DOOR-0 counts the tokens of an account together, and leaves it half of the memory while others have none', () => {
    const { accountId } = owner;
    const bodies = [32, 32, 32, 16].map((megabytes) => hold(megabytes, someone(accountId)));
    try {
      expect(() => hold(1, someone(accountId))).toThrow('busy');
      bodies.push(hold(32, someone()), hold(32, someone()));
    } finally {
      for (const release of bodies) release();
    }
    fillMemory()();
  });

  it('DOOR-A4 has little memory for senders that the body proves, and leaves some of that to another address', async () => {
    const unproved = () => {
      const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
      const scope = `${awsKeysOf(owner.token).access_key_id}/${at.slice(0, 8)}/eu-central-1/rekognition/aws4_request`;
      const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`;
      return post('/api/rekognition', '{}', { 'content-type': 'application/x-amz-json-1.1', 'x-amz-date': at, authorization });
    };
    const bodies = [hold(16, { address: '127.0.0.1' })];
    try {
      expect(await unproved()).toMatchObject({ status: 500, retry: '5', said: { __type: 'InternalServerError' } });
      const elsewhere = hold(8, { address: '192.0.2.1' });
      expect(() => hold(9, { address: '192.0.2.2' })).toThrow('busy');
      // Of proved ones all is free.
      bodies.push(elsewhere, ...Array.from({ length: 7 }, () => hold(32, someone())));
    } finally {
      for (const release of bodies) release();
    }
    expect(await unproved()).toMatchObject({ status: 400, said: { __type: 'InvalidSignatureException' } });
  });

  it('DOOR-A4 counts a body as its sender’s once that is proved, and as nobody’s once the connection is gone', () => {
    const address = { address: '192.0.2.1' };
    const proved = someone();
    const [first, late] = [begin(16, address), begin(8, { address: '192.0.2.2' })];
    expect(() => hold(16, address)).toThrow('busy');
    ownBody(first.request, { ...proved, token: { name: 'test', scopes: [] } });
    const next = hold(16, address);
    const rest = hold(48, proved);
    expect(() => hold(1, proved)).toThrow('busy');
    for (const release of [first.release, next, rest, late.release]) release();
    ownBody(late.request, { ...proved, token: { name: 'test', scopes: [] } });
    hold(64, proved)();
    fillMemory()();
  });
});

it('DOOR-A5 a body whose caller left before it was counted is refused, and holds no memory', () => {
  for (let left = 0; left < 20; left += 1) {
    const raw = Object.assign(new EventEmitter(), { closed: true });
    const gone = z.custom<FastifyReply>().parse({ raw });
    const request = z.custom<FastifyRequest>().parse({ headers: { 'content-length': String(64 * 1_048_576) } });
    expect(() => holdBody(request, gone, 64 * 1_048_576, someone())).toThrow('busy');
  }
  // All of the room is still free.
  fillMemory()();
});

/** As the pool says it once nobody got a connection in time. */
function noConnection(): Error {
  const error = new Error(poolFull);
  noteFault(error);
  return error;
}

describe('a door while all connections to the database are in use', () => {
  it.each([
    ['DOOR-A1 OpenAI', asOpenAi, 503, '5', openAi('server_error', 'analysis_unavailable')],
    ['DOOR-A2 Misskey', asMisskey, 429, '5', misskey],
    ['DOOR-A3 a closed checker', asChecker(() => closed), 503, '5', none],
    ['DOOR-A4 Rekognition', asAws, 500, '5', 'InternalServerError'],
    ['DOOR-A5 Open Inference Protocol', asOip, 503, '5', { error: words }],
    ['DOOR-A9 MCP', askAgent, 503, '5', rpc(-32_603)],
  ])('%s says when to come again, never Safe, and charges nothing', async (_door, ask, status, retry, said) => {
    const taken = vi.spyOn(built.context.rateLimits, 'take').mockImplementation(() => Promise.reject(noConnection()));
    try {
      expect(await uncharged(ask)).toMatchObject({ status, retry, said });
    } finally {
      taken.mockRestore();
    }
  });
});

describe('a door whose picture waits behind others until its time is over', () => {
  /** Moves the clock on once the picture is in the queue. */
  async function untilOver(ask: () => Promise<Told>): Promise<Told> {
    const answer = ask();
    await expect.poll(() => waiting(), { interval: 10 }).toHaveLength(1);
    aheadMs += 600_000;
    return await answer;
  }
  const lines = async () => {
    const rows = await built.context.db.select().from(checkLine).where(eq(checkLine.accountId, owner.accountId));
    return rows.map(({ verdict }) => verdict);
  };

  it.each([
    ['DOOR-A1 OpenAI', asOpenAi, 503, '5', openAi('server_error', 'analysis_unavailable')],
    ['DOOR-A2 Misskey', asMisskey, 200, null, { success: true, result: { results: [misskey] } }],
    ['DOOR-A3 a closed checker', asChecker(() => closed), 503, '5', none],
    ['DOOR-A3 an open checker', asChecker(() => open), 200, null, none],
    ['DOOR-A4 Rekognition', asAws, 500, '5', 'InternalServerError'],
    ['DOOR-A5 Open Inference Protocol', asOip, 503, '5', { error: words }],
    ['DOOR-A9 MCP', asAgent, 200, null, { isError: true }],
  ])('%s has no verdict, never Safe, and charges nothing', async (_door, ask, status, retry, said) => {
    expect(await uncharged(() => untilOver(ask))).toMatchObject({ status, retry, said });
    expect(new Set(await lines())).toEqual(new Set(['none']));
  });

  it('DOOR-A2 Misskey calls the picture sensitive where the account wants that of a part without a verdict', async () => {
    await saveDoorSettings(built.context, owner.accountId, { misskey_on_error: 'flag' });
    const { said } = await uncharged(() => untilOver(asMisskey));
    expect(said).toMatchObject({ success: true, result: { results: [{ success: true }] } });
    expect(JSON.stringify(said)).toContain('"className":"Porn","probability":1');
    await saveDoorSettings(built.context, owner.accountId, { misskey_on_error: 'error' });
  });

  it('DOOR-A2 Misskey hears of a picture that it may be sent again where no connection was free at its end', async () => {
    const answer = asMisskey();
    await expect.poll(() => waiting(), { interval: 10 }).toHaveLength(1);
    const ended = vi.spyOn(built.context.db, 'transaction').mockImplementation(() => Promise.reject(noConnection()));
    aheadMs += 600_000;
    const told = await answer;
    ended.mockRestore();
    expect(told).toMatchObject({ status: 200, said: { success: true, result: { results: [misskey] } } });
    expect((await frames()).used).toBe(0);
  });
});
