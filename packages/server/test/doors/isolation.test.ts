import { type AddressInfo, createServer } from 'node:net';
import { DetectModerationLabelsCommand, RekognitionClient, RekognitionServiceException } from '@aws-sdk/client-rekognition';
import { type Checker, type DoorName, doorNames, type TokenScope, tokenScopes } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { awsKeysOf } from '../../src/accounts/aws-keys.ts';
import { accessToken, awsKey, s3Source, usagePeriod } from '../../src/db/schema.ts';
import { randomToken, sha256 } from '../../src/security/secrets.ts';
import { type Built, build } from '../helpers/build.ts';
import {
  createUploader,
  file,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
} from '../helpers/uploads.ts';
import { createSender } from './tus-sender.ts';

const pears = picture('formats/pears.png');
const base64 = pears.toString('base64');
const unknown = `cf_live_${'B'.repeat(43)}`;

let built: Built;
let owner: Uploader;
let stranger: Uploader;
let origin: string;
/** Where nobody may be led: it counts who comes. */
let port: number;
let visits = 0;
const inner = createServer((socket) => {
  visits += 1;
  socket.destroy();
});

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, strangerScale: 1_000, rateLimitScale: 1_000 } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${z.custom<AddressInfo>().parse(built.app.server.address()).port}`;
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  port = z.custom<AddressInfo>().parse(inner.address()).port;
  owner = await createUploader(built, 200);
  stranger = await createUploader(built, 200);
  const classes = { drawing: 0.1, hentai: 0.2, neutral: 0.3, porn: 0.15, sexy: 0.25 };
  await runQueuedModeration(built, {
    async examine(bytes) {
      const examined = await quickExaminer.examine(bytes);
      return { ...examined, analysis: { ...examined.analysis, classes } };
    },
  });
});
afterAll(async () => {
  inner.close();
  await built.close();
});

type Made = { id: string; token: string };
async function makeToken(scopes: readonly TokenScope[], who = owner): Promise<Made> {
  const payload = { name: 'Door', scopes };
  const made = await built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: who.headers, payload });
  const { access_token } = made.json<{ data: { access_token: Made } }>().data;
  // As if its keys had been looked at: until then they are unknown.
  await built.context.db
    .insert(awsKey)
    .values({ accessKeyId: awsKeysOf(access_token.token).access_key_id, tokenId: access_token.id });
  return access_token;
}
const revoke = ({ id }: Made) => built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${id}`, headers: owner.headers });
const usedBy = async ({ accountId }: Uploader) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, accountId));
  return period?.used ?? 0;
};

async function post(path: string, body: string | FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
const bearing = (token: string, type?: string) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json, text/event-stream',
  ...(type ? { 'content-type': type } : {}),
});
const json = 'application/json';
const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
const moderate = (token: string, url: string) =>
  post(
    '/api/openai/v1/moderations',
    JSON.stringify({ input: [{ type: 'image_url', image_url: { url } }] }),
    bearing(token, json),
  );
const callTool = (token: string, name: string, input: object) =>
  post(
    '/mcp',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    bearing(token, json),
  );

async function labels(token: string, Image: object): Promise<string> {
  const keys = awsKeysOf(token);
  const credentials = { accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key };
  const client = new RekognitionClient({
    endpoint: `${origin}/api/rekognition`,
    region: 'eu-central-1',
    maxAttempts: 1,
    credentials,
  });
  try {
    await client.send(new DetectModerationLabelsCommand({ Image }));
    return 'taken';
  } catch (error) {
    if (!(error instanceof RekognitionServiceException)) throw error;
    return error.name;
  } finally {
    client.destroy();
  }
}

type TokenDoor = {
  scope: TokenScope;
  /** Asks with a token. @returns `taken`, or how it was refused */
  ask(token: string): Promise<string>;
  unproved: string;
  unscoped: string;
};

/** Doors that take an API token. A new door fails the types here, and the first test, until it is among these or {@link bySecret}. */
const byToken = {
  openai: {
    scope: 'check',
    async ask(token) {
      const { status, text } = await moderate(token, `data:image/png;base64,${base64}`);
      return status === 200 ? 'taken' : `${status} ${found(text, /"code":"(\w+)"/)}`;
    },
    unproved: '401 invalid_api_key',
    unscoped: '403 scope_missing',
  },
  misskey: {
    scope: 'check',
    async ask(token) {
      const form = new FormData();
      form.append('images', new Blob([new Uint8Array(pears)], { type: 'image/png' }), '1.png');
      const { status, text } = await post('/api/misskey/v1/detect-images', form, bearing(token));
      return status === 200 && text.includes('"Neutral"') ? 'taken' : `${status} ${found(text, /"code":"(\w+)"/)}`;
    },
    unproved: '401 AUTHENTICATION_REQUIRED',
    unscoped: '403 MODEL_UNAVAILABLE',
  },
  rekognition: {
    scope: 'check',
    ask: (token) => labels(token, { Bytes: pears }),
    unproved: 'UnrecognizedClientException',
    unscoped: 'AccessDeniedException',
  },
  oip: {
    scope: 'check',
    async ask(token) {
      const body = { inputs: [{ name: 'image', datatype: 'BYTES', shape: [1], data: [base64] }] };
      const { status, text } = await post('/api/oip/v2/models/clearframe-mid/infer', JSON.stringify(body), bearing(token, json));
      return status === 200 && text.includes('"outputs"') ? 'taken' : `${status}`;
    },
    unproved: '401',
    unscoped: '403',
  },
  mcp: {
    scope: 'check',
    async ask(token) {
      const { status, text } = await callTool(token, 'check_picture', { data_base64: base64 });
      return text.includes('"passed":true') ? 'taken' : `${status} ${found(text, /"code":(-\d+)/)}`;
    },
    unproved: '401 -32600',
    // The tool does not exist for it.
    unscoped: '200 -32602',
  },
  tus: {
    scope: 'upload',
    async ask(token) {
      const { statusCode } = await createSender(built, token).create(pears.length, { filename: 'pears.png' });
      return statusCode === 201 ? 'taken' : `${statusCode}`;
    },
    unproved: '401',
    unscoped: '403',
  },
} satisfies Record<Exclude<DoorName, 'chat' | 'checker' | 's3'>, TokenDoor>;

type SecretDoor = {
  /** The secret is in the address. */
  make(who: Uploader): Promise<{ id: string; path: string }>;
  ask(path: string): Promise<number>;
  list: string;
};
const source = {
  name: 'Photos',
  endpoint: 'https://s3.example.com',
  bucket: 'photos',
  access_key_id: 'k',
  secret_access_key: 's',
};
const call = (who: Uploader, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  built.app.inject({ method, url: `/api${path}`, headers: who.headers, ...(payload ? { payload } : {}) });

/** Doors whose address is the secret. */
const bySecret = {
  checker: {
    async make(who) {
      const { checker } = (await call(who, 'POST', '/checkers', { name: 'Lemmy' })).json<{ data: { checker: Checker } }>().data;
      return { id: checker.id, path: new URL(checker.url).pathname };
    },
    ask: async (path) => (await post(path, new Uint8Array(pears), {})).status,
    list: '/checkers',
  },
  s3: {
    async make(who) {
      const secret = `s3e_${randomToken()}`;
      const { secrets, db } = built.context;
      const place = { endpoint: source.endpoint, region: 'us-east-1', bucket: 'photos', prefix: '', accessKeyId: 'k' };
      const rest = { name: 'a', pathStyle: true, answerTags: false, isActive: true };
      const sealed = {
        secretKeySealed: secrets.seal('s3-source', 's'),
        eventsSealed: secrets.seal('s3-source', secret),
        eventsHash: sha256(secret),
      };
      const [row] = await db
        .insert(s3Source)
        .values({ accountId: who.accountId, ...place, ...rest, ...sealed })
        .returning();
      return { id: row?.id ?? '', path: `/api/s3-events/${secret}` };
    },
    ask: async (path) => (await post(path, JSON.stringify({ Event: 's3:TestEvent' }), { 'content-type': json })).status,
    list: '/s3-sources',
  },
} satisfies Record<Exclude<DoorName, keyof typeof byToken | 'chat'>, SecretDoor>;

describe('who is let in at a door', () => {
  it('DOOR-0 SEC-06 is asked of every door', () => {
    // A chat is spoken to: nobody comes in there.
    expect(new Set([...Object.keys(byToken), ...Object.keys(bySecret), 'chat'])).toEqual(new Set(doorNames));
  });

  it.each(Object.entries<TokenDoor>(byToken))(
    'DOOR-0 SEC-06 of %s is a token with the scope, and no unknown, revoked, expired or lesser one',
    async (_name, { scope, ask, unproved, unscoped }) => {
      const [good, gone, late] = [await makeToken([scope]), await makeToken([scope]), await makeToken([scope])];
      const lesser = await makeToken(tokenScopes.filter((one) => one !== scope && one !== 'upload'));
      for (const { token } of [good, gone, late]) expect(await ask(token)).toBe('taken');
      await revoke(gone);
      await built.context.db.update(accessToken).set({ expiresAt: built.clock.now() }).where(eq(accessToken.id, late.id));
      built.clock.advance(6_000);
      const before = await usedBy(owner);
      expect(await Promise.all([ask(gone.token), ask(late.token), ask(unknown)])).toEqual([unproved, unproved, unproved]);
      expect(await ask(lesser.token)).toBe(unscoped);
      expect(await usedBy(owner)).toBe(before);
    },
  );

  it.each(Object.entries<SecretDoor>(bySecret))(
    'DOOR-0 SEC-06 of %s is who knows its address, until that is switched off or deleted by its own account',
    async (_name, { make, ask, list }) => {
      const { id, path } = await make(owner);
      const before = await usedBy(owner);
      expect(await ask(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
      for (const method of ['PATCH', 'DELETE'] as const)
        expect(
          (await call(stranger, method, `${list}/${id}`, method === 'PATCH' ? { is_active: false } : undefined)).statusCode,
        ).toBe(404);
      expect(await usedBy(owner)).toBe(before);
      expect(await ask(path)).toBe(200);
      expect((await call(owner, 'DELETE', `${list}/${id}`)).statusCode).toBe(200);
      expect(await ask(path)).toBe(404);
    },
  );

  it.each(Object.entries<TokenDoor>(byToken))(
    'DOOR-0 MED-06 of %s with a token of another account pays by itself',
    async (_name, { scope, ask }) => {
      const { token } = await makeToken([scope], stranger);
      const before = await usedBy(owner);
      expect(await ask(token)).toBe('taken');
      expect(await usedBy(owner)).toBe(before);
    },
  );

  it('DOOR-0 MED-06 with a token of another account finds nothing of this one', async () => {
    const { token } = await makeToken([...tokenScopes], stranger);
    const { id } = resultOf(await owner.upload({ media: file(pears) })).media_upload;
    const agent = await callTool(token, 'get_media', { id });
    expect(agent.text).toContain('"isError":true');
    expect(agent.text).not.toContain('pears');
    const own = createSender(built, owner.token);
    const path = await own.begin(pears.length);
    const foreign = createSender(built, token);
    const statuses = [await foreign.head(path), await foreign.patch(path, 0, pears), await foreign.send('DELETE', path)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect((await own.head(path)).headers['upload-offset']).toBe('0');
    await bySecret.s3.make(owner);
    expect(await labels(token, { S3Object: { Bucket: 'photos', Name: 'a.png' } })).toBe('InvalidS3ObjectException');
  });
});

const privates = [
  ...[
    '127.0.0.1:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    '0x7f.1:PORT',
    '0177.0.0.1:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[::1]:PORT',
  ],
  ...['localhost:PORT', '0.0.0.0:PORT', '169.254.169.254', '[64:ff9b::7f00:1]:PORT', '[fd00::1]', '100.64.0.1', '10.0.0.1'],
];

/** Whether each address was refused. null = nobody can name an address there. */
type Led = null | ((url: string) => Promise<boolean>);
const led: Record<DoorName, Led> = {
  // Both take bytes alone; the objects of Rekognition are those of a source, whose endpoint is led below.
  misskey: null,
  tus: null,
  oip: null,
  rekognition: null,
  openai: async (url) => {
    const { status, text } = await moderate(owner.token, url);
    return status === 400 && text.includes('image_unreachable');
  },
  checker: async (url) => {
    const { path } = await bySecret.checker.make(owner);
    const { status, text } = await post(path, JSON.stringify({ url }), { 'content-type': json });
    await call(owner, 'DELETE', `/checkers/${(await owner.get('/api/checkers')).json().data.checkers[0].id}`);
    return status === 400 && text.includes('"verdict":"none"');
  },
  mcp: async (url) => {
    const said = await Promise.all(['check_picture', 'upload_by_url'].map((name) => callTool(owner.token, name, { url })));
    return said.every(({ text }) => text.includes('"isError":true'));
  },
  s3: async (url) => (await call(owner, 'POST', '/s3-sources', { ...source, endpoint: new URL(url).origin })).statusCode === 400,
  chat: async (url) => {
    const chat = { kind: 'slack', name: 'Team', events: ['flagged'], url };
    return (await call(owner, 'POST', '/chat-hooks', chat)).statusCode === 400;
  },
};

describe('an address that somebody names at a door', () => {
  it('DOOR-0 SEC-01 is asked of every door', () => {
    expect(new Set(Object.keys(led))).toEqual(new Set(doorNames));
  });

  it.each(Object.entries(led).flatMap(([name, ask]) => (ask ? [[name, ask] as const] : [])))(
    'DOOR-0 SEC-01 never leads %s to a private one',
    async (_name, ask) => {
      const before = await usedBy(owner);
      const taken: string[] = [];
      for (const host of privates)
        for (const scheme of ['http', 'https']) {
          const url = `${scheme}://${host.replace('PORT', String(port))}/a.png`;
          if (!(await ask(url))) taken.push(url);
        }
      expect(taken).toEqual([]);
      expect(visits).toBe(0);
      expect(await usedBy(owner)).toBe(before);
    },
  );
});
