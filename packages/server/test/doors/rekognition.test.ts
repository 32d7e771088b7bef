import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  DetectModerationLabelsCommand,
  type DetectModerationLabelsCommandInput,
  RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { createAnalysersWith, systemClock } from '@clearframe/engine/light';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { awsKeysOf } from '../../src/accounts/aws-keys.ts';
import { awsKey, media, s3Source, usagePeriod } from '../../src/db/schema.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { saveDoorSettings } from '../../src/moderation/check/door-settings.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';
import { type BucketServer, openBucketServer } from './bucket-server.ts';

let built: Built;
let bucket: BucketServer;
let owner: Uploader;
let endpoint: string;
/** What the examiner of this file says of every picture. */
let scores: Record<string, number> = {};
let isDown = false;
const pears = picture('formats/pears.png');

beforeAll(async () => {
  bucket = await openBucketServer();
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000, allowPrivateTargets: [bucket.target] } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.custom<AddressInfo>().parse(built.app.server.address());
  endpoint = `http://127.0.0.1:${port}/api/rekognition`;
  owner = await createUploader(built);
  await keysOf(owner);
  await runQueuedModeration(built, {
    async examine(bytes) {
      if (isDown) throw new Error('the analyser is down');
      const examined = await quickExaminer.examine(bytes);
      const coverage = { ...examined.analysis.coverage, sexual_explicit: 'assessed', tobacco: 'assessed' } as const;
      return { ...examined, analysis: { ...examined.analysis, scores: { ...examined.analysis.scores, ...scores }, coverage } };
    },
  });
});
afterAll(async () => {
  bucket.close();
  await built.close();
});

const Tokens = z.object({ data: z.object({ access_tokens: z.array(z.object({ id: z.string(), token: z.string() })) }) });
const Keys = z.object({
  data: z.object({
    aws_keys: z.object({ access_key_id: z.string(), secret_access_key: z.string(), endpoint: z.string() }),
  }),
});

/** The pair of keys of somebody's newest token, as the dashboard shows it. */
async function keysOf(who: Uploader) {
  const [token] = Tokens.parse((await who.get('/api/access-tokens')).json()).data.access_tokens;
  if (!token) throw new Error('There is no token');
  const answer = await who.get(`/api/access-tokens/${token.id}/aws-keys`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...Keys.parse(answer.json()).data.aws_keys, id: token.id, token: token.token };
}

type Given = { token?: string; secret?: string; session?: string; service?: string; offsetMs?: number };

/** Their client. */
function clientOf({ token = owner.token, secret, session, service, offsetMs = 0 }: Given = {}) {
  const keys = awsKeysOf(token);
  return new RekognitionClient({
    endpoint,
    region: 'eu-central-1',
    maxAttempts: 1,
    systemClockOffset: offsetMs,
    ...(service ? { signingName: service } : {}),
    credentials: {
      accessKeyId: keys.access_key_id,
      secretAccessKey: secret ?? keys.secret_access_key,
      ...(session ? { sessionToken: session } : {}),
    },
  });
}

async function detect(input: Partial<DetectModerationLabelsCommandInput> = {}, given: Given = {}) {
  const client = clientOf(given);
  try {
    return await client.send(new DetectModerationLabelsCommand({ Image: { Bytes: pears }, ...input }));
  } finally {
    client.destroy();
  }
}

/** The name of their exception. */
const refusal = async (input: Partial<DetectModerationLabelsCommandInput>, given: Given = {}) =>
  await detect(input, given).then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.name : 'no Error'),
  );

const frames = async (on = owner) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used, reserved: period?.reserved };
};

/** As long as the examiner says this. */
async function saying<T>(said: Record<string, number>, task: () => Promise<T>): Promise<T> {
  scores = said;
  try {
    return await task();
  } finally {
    scores = {};
  }
}

describe('the door that speaks Rekognition', () => {
  it('DOOR-A4 answers @aws-sdk/client-rekognition: labels with their parents, from the confidence on that was asked for', async () => {
    const before = await frames();
    const said = { sexual_explicit: 0.2, tobacco: 0.91, gore: 0.6, synthetic: 0.7 };
    const { ModerationLabels, ModerationModelVersion, ContentTypes } = await saying(said, () => detect());
    expect(
      ModerationLabels?.map(({ Name, ParentName, TaxonomyLevel, Confidence }) => [Name, ParentName, TaxonomyLevel, Confidence]),
    ).toEqual([
      ['Drugs & Tobacco', '', 1, 91],
      ['Violence', '', 1, 60],
      ['Drugs & Tobacco Paraphernalia & Use', 'Drugs & Tobacco', 2, 91],
      ['Graphic Violence', 'Violence', 2, 60],
      ['Smoking', 'Drugs & Tobacco Paraphernalia & Use', 3, 91],
      ['Blood & Gore', 'Graphic Violence', 3, 60],
    ]);
    expect(ModerationModelVersion).toMatch(/^clearframe-./);
    expect(ContentTypes).toEqual([{ Name: 'Illustrated', Confidence: 70 }]);
    expect(await frames()).toEqual({ used: (before.used ?? 0) + 1, reserved: 0 });
    const low = await saying({ sexual_explicit: 0.2 }, () => detect({ MinConfidence: 10 }));
    expect(low.ModerationLabels).toMatchObject([{ Name: 'Explicit', Confidence: 20 }]);
    const atLimit = await saying({ sexual_explicit: 0.29 }, () => detect({ MinConfidence: 29 }));
    expect(atLimit.ModerationLabels).toMatchObject([{ Name: 'Explicit', Confidence: 29 }]);
    expect((await detect()).ModerationLabels).toEqual([]);
  });

  it('DOOR-A4 never answers an empty list for what is flagged, and names what nobody looked for', async () => {
    await built.app.inject({
      method: 'POST',
      url: '/api/keyword-settings',
      headers: owner.headers,
      payload: { required_keywords: ['receipt'], forbidden_keywords: [] },
    });
    expect((await detect()).ModerationLabels).toMatchObject([
      { Name: 'Flagged by Account Policy', ParentName: '', TaxonomyLevel: 1, Confidence: 100 },
    ]);
    await built.app.inject({
      method: 'POST',
      url: '/api/keyword-settings',
      headers: owner.headers,
      payload: { required_keywords: [], forbidden_keywords: [] },
    });
    const client = clientOf();
    let told = '';
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        told =
          z.object({ headers: z.record(z.string(), z.string()) }).parse(result.response).headers['x-clearframe-not-assessed'] ??
          '';
        return result;
      },
      { step: 'deserialize', priority: 'low' },
    );
    await client.send(new DetectModerationLabelsCommand({ Image: { Bytes: pears } }));
    client.destroy();
    expect(told.split(', ')).toContain('Swimwear or Underwear');
    expect(told.split(', ')).not.toContain('Drugs & Tobacco');
  });

  it('DOOR-A4 says what the account chose where a person should look', async () => {
    const doubtful = { sexual_explicit: 0.5 };
    await saveDoorSettings(built.context, owner.accountId, { on_review: 'flag' });
    const strict = await saying(doubtful, () => detect({ MinConfidence: 90 }));
    expect(strict.ModerationLabels).toMatchObject([{ Name: 'Flagged by Account Policy' }]);
    await saveDoorSettings(built.context, owner.accountId, { on_review: 'pass' });
    expect((await saying(doubtful, () => detect({ MinConfidence: 90 }))).ModerationLabels).toEqual([]);
  });

  it.each([
    ['no picture', { Image: { Bytes: Buffer.from('no picture at all') } }, 'InvalidImageFormatException'],
    ['a damaged picture', { Image: { Bytes: Buffer.concat([pears, Buffer.from('broken')]) } }, 'InvalidImageFormatException'],
    ['nothing', { Image: {} }, 'InvalidParameterException'],
    ['an empty picture', { Image: { Bytes: new Uint8Array() } }, 'InvalidImageFormatException'],
    ['more than 5 MB', { Image: { Bytes: new Uint8Array(5 * 1_048_576 + 1) } }, 'ImageTooLargeException'],
    ['a confidence of 101', { MinConfidence: 101 }, 'InvalidParameterException'],
    ['an adapter', { ProjectVersion: 'arn:aws:rekognition:eu-central-1:1:project/a/version/b/1' }, 'ResourceNotFoundException'],
    ['an object of no source', { Image: { S3Object: { Bucket: 'photos', Name: 'a.png' } } }, 'InvalidS3ObjectException'],
  ] as const)('DOOR-A4 refuses %s in their words and charges nothing', async (_what, input, name) => {
    const before = await frames();
    expect(await refusal(input)).toBe(name);
    expect(await frames()).toEqual(before);
  });

  it('DOOR-A4 SEC-06 refuses a wrong secret, an unknown key, a session token, another service and a clock that is off', async () => {
    expect(await refusal({}, { secret: 'wrong' })).toBe('InvalidSignatureException');
    expect(await refusal({}, { token: `cf_live_${'B'.repeat(43)}` })).toBe('UnrecognizedClientException');
    expect(await refusal({}, { session: 'FwoGZXIvYXdz' })).toBe('UnrecognizedClientException');
    expect(await refusal({}, { service: 'textract' })).toBe('InvalidSignatureException');
    expect(await refusal({}, { offsetMs: 16 * 60_000 })).toBe('InvalidSignatureException');
    expect(await refusal({}, { offsetMs: -14 * 60_000 })).toBe('no error');
  });

  it('DOOR-A4 refuses a body that is not the one that was signed', async () => {
    const client = clientOf();
    client.middlewareStack.add(
      (next) => (args) => {
        const request = z.looseObject({ body: z.union([z.string(), z.instanceof(Uint8Array)]) }).parse(args.request);
        const body = Buffer.from(request.body).toString().replace('iVBORw0', 'iVBORw1');
        return next({ ...args, request: { ...request, body } });
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const command = new DetectModerationLabelsCommand({ Image: { Bytes: pears } });
    await expect(client.send(command)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    client.destroy();
  });

  it('DOOR-A4 answers our own analyser, which like boto3 does not tell the hash of its body', async () => {
    const keys = awsKeysOf(owner.token);
    const ask = async (secretAccessKey: string) => {
      const settings = { region: 'eu-central-1', accessKeyId: keys.access_key_id, secretAccessKey, url: endpoint };
      const send = (url: string, init: { headers: Record<string, string>; body?: unknown }) =>
        fetch(url, { method: 'POST', headers: init.headers, body: String(init.body) });
      const nobody = () => {
        throw new Error('There is no local analyser');
      };
      const [analyser] = createAnalysersWith(nobody, [{ name: 'rekognition', settings }], { send, clock: systemClock });
      if (!analyser) throw new Error('There is no analyser');
      const pixels = { data: new Uint8Array(12), width: 2, height: 2 };
      const input = { jpeg: async () => pears, pixels: async () => pixels, text: '' };
      return await analyser.analyse(z.custom<Parameters<typeof analyser.analyse>[0]>().parse(input), AbortSignal.timeout(30_000));
    };
    const { scores: seen } = await saying({ weapons: 0.9 }, () => ask(keys.secret_access_key));
    expect(seen).toMatchObject({ weapons: 0.9, sexual_explicit: 0 });
    await expect(ask('wrong')).rejects.toMatchObject({ fault: 'credentials' });
  });

  it('DOOR-A4 leaves an object from which nothing comes once its caller is gone', async () => {
    const silent = createServer();
    const sockets = new Set<Socket>();
    silent.on('connection', (socket) => {
      sockets.add(socket.resume());
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = z.custom<AddressInfo>().parse(silent.address());
    built.context.config.allowPrivateTargets.push(`127.0.0.1:${port}`);
    const { secrets, db } = built.context;
    const seal = (text: string) => secrets.seal('s3-source', text);
    const place = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'silent', prefix: '', accessKeyId: 'k' };
    const rest = { name: 'Silent', pathStyle: true, answerTags: false, isActive: true };
    const sealed = { secretKeySealed: seal('s'), eventsSealed: seal('e'), eventsHash: sha256('e') };
    await db.insert(s3Source).values({ accountId: owner.accountId, ...place, ...rest, ...sealed });
    const client = clientOf();
    const gone = new AbortController();
    const asked = new DetectModerationLabelsCommand({ Image: { S3Object: { Bucket: 'silent', Name: 'a.png' } } });
    const answer = client.send(asked, { abortSignal: gone.signal }).catch(() => 'gone');
    await expect.poll(() => sockets.size).toBe(1);
    gone.abort();
    expect(await answer).toBe('gone');
    await expect.poll(() => sockets.size).toBe(0);
    client.destroy();
    silent.close();
  });

  it('DOOR-A4 A7 reads an object of a source of the account, below its prefix alone', async () => {
    const payload = {
      name: 'Photos',
      endpoint: bucket.endpoint,
      bucket: 'photos',
      prefix: 'in/',
      access_key_id: 'key',
      secret_access_key: 'a secret of the bucket',
    };
    const made = await built.app.inject({ method: 'POST', url: '/api/s3-sources', headers: owner.headers, payload });
    expect(made.statusCode, made.body).toBe(200);
    bucket.put('in/pears.png', pears);
    bucket.put('private/pears.png', pears);
    const of = (Name: string, Bucket = 'photos') => ({ Image: { S3Object: { Bucket, Name } } });
    const { ModerationLabels } = await saying({ alcohol: 0.8 }, () => detect(of('in/pears.png')));
    expect(ModerationLabels).toMatchObject([{ Name: 'Alcohol', Confidence: 80 }]);
    for (const input of [of('in/none.png'), of('private/pears.png'), of('in/pears.png', 'others')])
      expect(await refusal(input)).toBe('InvalidS3ObjectException');
    const stranger = await createUploader(built);
    const { token } = await keysOf(stranger);
    expect(await refusal(of('in/pears.png'), { token })).toBe('InvalidS3ObjectException');
  });

  it.each([
    ['without a signature', {}, 'MissingAuthenticationTokenException'],
    ['with a bearer token', { authorization: 'Bearer cf_live_x' }, 'IncompleteSignatureException'],
    ['with half of one', { authorization: 'AWS4-HMAC-SHA256 Credential=x' }, 'IncompleteSignatureException'],
  ] as const)('DOOR-A4 refuses a request %s, in headers and body', async (_what, headers, name) => {
    const answer = await built.app.inject({
      method: 'POST',
      url: '/api/rekognition/',
      headers: { 'content-type': 'application/x-amz-json-1.1', ...headers },
      payload: '{}',
    });
    expect([answer.statusCode, answer.headers['x-amzn-errortype'], answer.json()]).toMatchObject([
      400,
      name,
      { __type: name, Code: name, message: expect.stringMatching(/\w/) },
    ]);
  });

  it('DOOR-A4 ends with its token, opens nothing without the scope, and is shown to its account alone', async () => {
    const make = async (scopes: string[]) => {
      const payload = { name: 'other', scopes };
      const made = await built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: owner.headers, payload });
      return made.json<{ data: { access_token: { id: string; token: string } } }>().data.access_token;
    };
    const gone = await make(['check']);
    // Nobody was shown its keys yet.
    expect(await refusal({}, { token: gone.token })).toBe('UnrecognizedClientException');
    await owner.get(`/api/access-tokens/${gone.id}/aws-keys`);
    expect(await refusal({}, { token: gone.token })).toBe('no error');
    const other = await createUploader(built);
    expect((await other.get(`/api/access-tokens/${gone.id}/aws-keys`)).statusCode).toBe(404);
    await built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${gone.id}`, headers: owner.headers });
    expect(await refusal({}, { token: gone.token })).toBe('UnrecognizedClientException');
    const weak = await make(['read', 'decide']);
    expect((await owner.get(`/api/access-tokens/${weak.id}/aws-keys`)).statusCode).toBe(403);
    // A name that was written before the scope was needed.
    await built.context.db.insert(awsKey).values({ accessKeyId: awsKeysOf(weak.token).access_key_id, tokenId: weak.id });
    expect(await refusal({}, { token: weak.token })).toBe('AccessDeniedException');
  });

  it('DOOR-A4 says that access is denied when the frames are spent', async () => {
    const poor = await createUploader(built, 1);
    const { token } = await keysOf(poor);
    await detect({}, { token });
    expect(await refusal({}, { token })).toBe('AccessDeniedException');
    expect(await frames(poor)).toEqual({ used: 1, reserved: 0 });
  });

  it('DOOR-A4 is never Safe while the analyser is down: 500, uncharged, nothing kept', async () => {
    const before = await frames();
    isDown = true;
    const refused = refusal({});
    const [row] = await waitFor(async () => await built.context.db.select().from(media).where(eq(media.kept, false)));
    await failModeration(built.context, { mediaId: row?.id ?? '', attempt: 1 });
    expect(await refused).toBe('InternalServerError');
    isDown = false;
    expect(await frames()).toEqual(before);
    expect(await built.context.db.select().from(media).where(eq(media.kept, false))).toEqual([]);
  });
});

async function waitFor<T>(read: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
