import { createSign } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { count, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usageHistory } from '../../src/billing/usage-history.ts';
import { media, s3Object, s3Source, securityEvent, session, usageEntry, usagePeriod } from '../../src/db/schema.ts';
import { forgetS3Objects } from '../../src/doors/s3-events/forget-objects.ts';
import { judgeObjects } from '../../src/doors/s3-events/judge-objects.ts';
import { openS3 } from '../../src/doors/s3-events/s3-reader.ts';
import { tagObjects } from '../../src/doors/s3-events/tag-objects.ts';
import { decide } from '../../src/moderation/decide/decide.ts';
import { type Built, build } from '../helpers/build.ts';
import { createCertificate } from '../helpers/certificate.ts';
import { closeAccount, removeClosed } from '../helpers/delete-themselves.ts';
import { createUploader, moderateNow, picture, quickExaminer, type Uploader } from '../helpers/uploads.ts';
import { type BucketServer, openBucketServer } from './bucket-server.ts';

const pears = picture('formats/pears.png');
const never = new AbortController().signal;
const notPublic = 'The endpoint is no public address. The operator can list it in TENANT_PRIVATE_TARGETS.';

let built: Built;
let person: Uploader;
let bucket: BucketServer;
beforeEach(async () => {
  bucket = await openBucketServer();
  built = await build({ config: { throughputScale: 1_000, strangerScale: 1_000, allowPrivateTargets: [bucket.target] } });
  person = await createUploader(built, 50);
});
afterEach(async () => {
  bucket.close();
  await built.close();
});

type Answer = { statusCode: number; body: string };
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by: Uploader = person) =>
  built.app.inject({ method, url: `/api${path}`, headers: by.headers, ...(payload ? { payload } : {}) });
const settings = () => ({
  name: 'Photos',
  endpoint: bucket.endpoint,
  bucket: 'photos',
  access_key_id: 'key',
  secret_access_key: 'a secret of the bucket',
});
type Source = { id: string; events_url: string };
const sourceOf = ({ statusCode, body }: Answer): Source => {
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return JSON.parse(body).data.s3_source;
};
const create = async (over: object = {}) => sourceOf(await call('POST', '/s3-sources', { ...settings(), ...over }));
const post = (url: string, payload: unknown, type = 'application/json') =>
  built.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const counted = (accepted: number, repeated: number, ignored: number) => ({
  status: 'success',
  data: { accepted, repeated, ignored },
});
type Named = { key: string; etag: string; versionId?: string; sequencer?: string; bucketName?: string };
const record = ({ key, etag, versionId, sequencer, bucketName = 'photos' }: Named, eventName = 'ObjectCreated:Put') => ({
  eventVersion: '2.1',
  eventSource: 'aws:s3',
  awsRegion: 'us-east-1',
  eventName,
  s3: { bucket: { name: bucketName }, object: { key, size: 9, eTag: etag, versionId, sequencer } },
});
const events = (...named: Named[]) => ({ Records: named.map((one) => record(one)) });
const objects = () => built.context.db.select().from(s3Object).orderBy(s3Object.key);
const items = () => built.context.db.select().from(media);
const listed = async (id: string, query = '') => JSON.parse((await call('GET', `/s3-sources/${id}/objects${query}`)).body).data;
const work = async () => {
  await judgeObjects(built.context, never);
  await tagObjects(built.context, never);
};
const judge = async () => {
  for (const { id, state, attempt } of await items())
    if (state === 'queued') await moderateNow(built.context, quickExaminer, { mediaId: id, attempt });
  await tagObjects(built.context, never);
};
const makeDue = () => built.context.db.update(s3Object).set({ nextAttemptAt: sql`now()` });

describe('events of a bucket', () => {
  it('DOOR-A7 become items that are charged, judged and tagged, with others’ tags kept', async () => {
    const { id, events_url } = await create({ prefix: 'in/' });
    const etag = bucket.put('in/a b+ü.png', pears, { owner: 'them' });
    const sent = { ...events({ key: 'in/a+b%2B%C3%BC.png', etag }), unknown: 1 };
    expect((await post(events_url, sent)).json()).toEqual(counted(1, 0, 0));
    await work();
    const [item] = await items();
    expect(item).toMatchObject({
      source: 's3',
      originalFilename: 'a b+ü.png',
      originalUrl: 's3://photos/in/a b+ü.png',
      metadata: { bucket: 'photos', key: 'in/a b+ü.png', version_id: null, etag },
      accessTokenId: null,
    });
    expect((await listed(id)).objects).toMatchObject([{ state: 'waiting', verdict: null, media_id: item?.id, attempts: 1 }]);
    expect(bucket.tagsOf('in/a b+ü.png')).toEqual({ owner: 'them' });
    await judge();
    expect(bucket.tagsOf('in/a b+ü.png')).toEqual({
      owner: 'them',
      'clearframe-verdict': 'pass',
      'clearframe-media': item?.id,
      'clearframe-policy': expect.any(String),
    });
    expect(await listed(id)).toMatchObject({
      objects: [{ key: 'in/a b+ü.png', state: 'judged', verdict: 'pass', tagged_at: expect.any(String), error: null }],
      pagination: { page: 1, total: 1 },
    });
    const [charged] = await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'commit'));
    expect(charged?.n).toBe(1);
    const { days } = await usageHistory(built.context, person.accountId, {});
    expect(days.reduce((sum, { api }) => sum + api, 0)).toBe(1);

    // A person's decision is written, too.
    await decide(built.context, { accountId: person.accountId, userId: person.userId }, item?.id ?? '', {
      verdict: 'fail',
      undoDelayMs: 0,
      note: undefined,
    });
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('in/a b+ü.png')).toMatchObject({ owner: 'them', 'clearframe-verdict': 'fail' });
  });

  it('DOOR-A7 count once, however often and in whatever order they come', async () => {
    const { events_url } = await create();
    const first = { key: 'a.png', etag: 'e1', sequencer: '0A' };
    const second = { key: 'a.png', etag: 'e2', sequencer: '00FF' };
    for (const taken of [counted(1, 0, 0), ...Array.from({ length: 9 }, () => counted(0, 1, 0))])
      expect((await post(events_url, events(second))).json()).toEqual(taken);
    // It came before the other, and arrives after it.
    expect((await post(events_url, events(first))).json()).toEqual(counted(0, 1, 0));
    expect((await post(events_url, events({ ...second, key: 'b.png' }, { ...second, key: 'b.png' }))).json()).toEqual(
      counted(1, 1, 0),
    );
    const versions = ['v1', 'v2'].map((versionId) => ({ key: 'c.png', etag: 'same', versionId }));
    expect((await post(events_url, events(...versions))).json()).toEqual(counted(2, 0, 0));
    const parallel = await Promise.all(Array.from({ length: 10 }, () => post(events_url, events({ key: 'd', etag: 'e' }))));
    expect(parallel.reduce((sum, answer) => sum + answer.json<{ data: { accepted: number } }>().data.accepted, 0)).toBe(1);
    expect(await objects()).toHaveLength(5);
  });

  it('DOOR-A7 of the same bytes, put again, have the tags written anew, and what failed judged again', async () => {
    const { events_url } = await create();
    const put = (sequencer: string) => events({ key: 'a.png', etag: 'same', sequencer });
    expect((await post(events_url, put('0A'))).json()).toEqual(counted(1, 0, 0));
    const set = (change: Partial<typeof s3Object.$inferInsert>) => built.context.db.update(s3Object).set(change);
    await set({ state: 'failed', attempts: 3, tagDueAt: null });
    // What is known already changes nothing.
    expect((await post(events_url, put('0A'))).json()).toEqual(counted(0, 1, 0));
    expect(await objects()).toMatchObject([{ state: 'failed', attempts: 3, sequencer: expect.stringMatching(/0a$/) }]);
    expect((await post(events_url, put('0B'))).json()).toEqual(counted(0, 1, 0));
    expect(await objects()).toMatchObject([
      { state: 'waiting', attempts: 0, sequencer: expect.stringMatching(/0b$/), tagDueAt: null },
    ]);
    await set({ state: 'taken' });
    expect((await post(events_url, put('0C'))).json()).toEqual(counted(0, 1, 0));
    expect(await objects()).toMatchObject([
      { state: 'taken', sequencer: expect.stringMatching(/0c$/), tagDueAt: expect.any(Date) },
    ]);
  });

  it('DOOR-A7 are ignored elsewhere, of other kinds and where they say nothing', async () => {
    const { events_url } = await create({ prefix: 'in/' });
    const named = { key: 'in/a.png', etag: 'e' };
    const ignored = [
      record({ ...named, bucketName: 'other' }),
      record({ ...named, key: 'out/a.png' }),
      record(named, 'ObjectRemoved:Delete'),
      record({ ...named, key: 'in/%E0%A4%A' }),
      record({ ...named, etag: '' }),
      record({ ...named, key: `in/${'a'.repeat(1_025)}` }),
      'nothing',
    ];
    expect((await post(events_url, { Records: ignored })).json()).toEqual(counted(0, 0, ignored.length));
    const test = { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'photos' };
    expect((await post(events_url, test)).json()).toEqual(counted(0, 0, 0));
    expect(await objects()).toEqual([]);
  });

  it('DOOR-A7 are read as Ceph and MinIO send them', async () => {
    const { events_url } = await create();
    const ceph = record({ key: 'a+b%20c.png', etag: 'e' }, 's3:ObjectCreated:Put');
    const minio = record({ key: 'd%2Fe+f.png', etag: 'e' }, 's3:ObjectCreated:Put');
    await post(events_url, { Records: [{ ...ceph, eventSource: 'ceph:s3' }] });
    await post(events_url, {
      EventName: 's3:ObjectCreated:Put',
      Key: 'photos/x',
      Records: [{ ...minio, eventSource: 'minio:s3' }],
    });
    expect((await objects()).map(({ key }) => key)).toEqual(['a+b%20c.png', 'd/e f.png']);
  });

  it('DOOR-A7 are refused where nothing is stored: no event, too large, an address that is unknown, off or replaced', async () => {
    const { id, events_url } = await create();
    for (const body of [
      '',
      'text',
      '[]',
      '{}',
      '{"Records":[]}',
      JSON.stringify({ Records: Array.from({ length: 1_001 }, () => 1) }),
    ])
      expect([body.slice(0, 20), (await post(events_url, body, 'text/plain')).statusCode]).toEqual([body.slice(0, 20), 400]);
    expect((await post(events_url, ' '.repeat(262_145))).statusCode).toBe(413);
    const sent = events({ key: 'a', etag: 'e' });
    expect((await post(`${events_url}x`, sent)).statusCode).toBe(404);
    expect((await post(`https://x.example/api/s3-events/s3e_${'A'.repeat(43)}`, sent)).statusCode).toBe(404);

    const renewed = sourceOf(await call('POST', `/s3-sources/${id}/rotate`));
    expect(renewed.events_url).not.toBe(events_url);
    for (const url of [events_url, renewed.events_url]) expect((await post(url, sent)).statusCode).toBe(200);
    await built.context.db.update(s3Source).set({ oldEventsUntil: sql`now() - interval '1 second'` });
    expect([(await post(events_url, sent)).statusCode, (await post(renewed.events_url, sent)).statusCode]).toEqual([404, 200]);
    await call('PATCH', `/s3-sources/${id}`, { is_active: false });
    expect((await post(renewed.events_url, sent)).statusCode).toBe(404);
  });
});

describe('an object of a bucket', () => {
  it('DOOR-A7 has no verdict, and never a pass, where it is gone, foreign, no picture or replaced', async () => {
    const { id, events_url } = await create();
    const etag = bucket.put('text.png', Buffer.from('no picture at all'));
    bucket.put('replaced.png', pears);
    await post(
      events_url,
      events({ key: 'gone.png', etag: 'e' }, { key: 'replaced.png', etag: 'old' }, { key: 'text.png', etag }),
    );
    await work();
    const { objects: told } = await listed(id, '?state=failed');
    const of = (key: string) => told.find((one: { key: string }) => one.key === key);
    expect(told).toHaveLength(3);
    expect(of('gone.png')).toMatchObject({ verdict: 'none', error: 'The provider answers 404 NoSuchKey' });
    expect(of('replaced.png')).toMatchObject({ verdict: 'none', error: 'The provider answers 412 PreconditionFailed' });
    expect(of('text.png')).toMatchObject({ verdict: 'none', media_id: null });
    expect(bucket.tagsOf('text.png')).toEqual({ 'clearframe-verdict': 'none' });
    // Its tags would be those of other bytes.
    expect(bucket.tagsOf('replaced.png')).toEqual({});
    expect(await items()).toEqual([]);
  });

  it('DOOR-A7 says in the list why an object could not be judged', async () => {
    const { id, events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears.subarray(0, 400)) }));
    await work();
    const reason = 'The file is damaged or incomplete and could not be decoded';
    await built.context.db.update(media).set({ state: 'refused', moderationError: reason });
    expect((await listed(id)).objects).toMatchObject([{ state: 'failed', verdict: 'none', error: reason }]);
  });

  it('DOOR-A7 keeps no tags of the bytes before, which it replaced while they were written', async () => {
    const { id, events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears, { owner: 'of the first' }) }));
    await work();
    const other = Buffer.concat([pears, Buffer.from('others')]);
    bucket.beforeTags(() => void bucket.put('a.png', other));
    await judge();
    expect(bucket.tagsOf('a.png')).toEqual({});
    expect((await listed(id)).objects).toMatchObject([{ verdict: 'pass', error: expect.stringContaining('412') }]);
  });

  it('DOOR-A7 keeps no tags of the bytes before where the process that wrote them died then', async () => {
    const { events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    await work();
    await judge();
    const written = bucket.tagsOf('a.png');
    expect(written).toMatchObject({ 'clearframe-verdict': 'pass' });
    bucket.put('a.png', Buffer.concat([pears, Buffer.from('others')]), written);
    await built.context.db.update(s3Object).set({ tagDueAt: sql`now()` });
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('a.png')).toEqual({});
  });

  it('DOOR-A7 keeps the tags of its own verdict, also where those of the bytes before are the same', async () => {
    const { events_url } = await create();
    const put = (text: string) => events({ key: 'text.png', etag: bucket.put('text.png', Buffer.from(text)) });
    await post(events_url, put('no picture at all'));
    await work();
    await post(events_url, put('no picture either'));
    await work();
    expect(bucket.tagsOf('text.png')).toEqual({ 'clearframe-verdict': 'none' });
    await built.context.db.update(s3Object).set({ tagDueAt: sql`now()` });
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('text.png')).toEqual({ 'clearframe-verdict': 'none' });
    const rows = await objects();
    expect(rows.map(({ tagDueAt }) => tagDueAt)).toEqual([null, null]);
  });

  it('DOOR-A7 is asked for again after 1, 5, 30 and 120 minutes, and is none in the end', async () => {
    const { id, events_url } = await create();
    const etag = bucket.put('a.png', pears);
    await post(events_url, events({ key: 'a.png', etag }));
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      bucket.fail(503, 503);
      await judgeObjects(built.context, never);
      const [row] = await built.context.db
        .select({ minutes: sql<number>`round(extract(epoch from ${s3Object.nextAttemptAt} - now()) / 60)::int` })
        .from(s3Object);
      minutes.push(row?.minutes ?? 0);
      await makeDue();
    }
    expect(minutes.slice(0, 4)).toEqual([1, 5, 30, 120]);
    expect((await listed(id)).objects).toMatchObject([{ state: 'failed', verdict: 'none', attempts: 5 }]);
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('a.png')).toEqual({ 'clearframe-verdict': 'none' });
  });

  it('DOOR-A7 is given up where each of its tries ended a process', async () => {
    const { id, events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    await built.context.db.update(s3Object).set({ attempts: 8 });
    await work();
    expect((await listed(id)).objects).toMatchObject([{ state: 'failed', verdict: 'none' }]);
    expect(await items()).toEqual([]);
  });

  it('DOOR-A7 waits for frames, and is taken once there are some', async () => {
    const { events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    await built.context.db.update(usagePeriod).set({ used: 50 });
    await work();
    expect(await objects()).toMatchObject([{ state: 'waiting', error: 'No frames left in this period. Nothing was charged.' }]);
    await built.context.db.update(usagePeriod).set({ used: 0 });
    await makeDue();
    await work();
    expect(await objects()).toMatchObject([{ state: 'taken', error: null }]);
  });

  it('DOOR-A7 becomes one item although two processes take it', async () => {
    const { events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    const { storage } = built.context;
    const late: typeof storage = Object.assign(Object.create(storage), {
      async put(...args: Parameters<typeof storage.put>) {
        const stored = await storage.put(...args);
        // Another process has taken it for dead, and is done before this one goes on.
        await makeDue();
        await judgeObjects(built.context, never);
        return stored;
      },
    });
    await judgeObjects({ ...built.context, storage: late }, never);
    expect(await items()).toHaveLength(1);
    const [held] = await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'reserve'));
    expect(held?.n).toBe(1);
  });

  it('DOOR-A7 of another account does not wait for a bucket that hardly sends, and each is taken once', async () => {
    const { events_url: slow } = await create();
    const other = await createUploader(built, 50);
    const { events_url: quick } = sourceOf(await call('POST', '/s3-sources', settings(), other));
    const keys = Array.from({ length: 8 }, (_, n) => `slow-${n}.png`);
    const goOn = bucket.stall(...keys);
    await post(slow, events(...keys.map((key) => ({ key, etag: bucket.put(key, pears) }))));
    const judging = judgeObjects(built.context, never);
    await expect.poll(() => bucket.asked.filter((one) => one.includes('slow-')).length).toBe(4);
    // It comes while the turn of the slow one goes on.
    await post(quick, events({ key: 'quick.png', etag: bucket.put('quick.png', pears) }));
    const names = async () => (await items()).map(({ originalFilename }) => originalFilename);
    await expect.poll(names).toEqual(['quick.png']);
    await moderateNow(built.context, quickExaminer, { mediaId: (await items())[0]?.id ?? '', attempt: 1 });
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('quick.png')).toMatchObject({ 'clearframe-verdict': 'pass' });
    goOn();
    expect(await judging).toBe(9);
    expect((await names()).toSorted()).toEqual(['quick.png', ...keys]);
  });

  it('DOOR-A7 is tagged again later where the provider is away, and not at all where the source says so', async () => {
    const { id, events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    await work();
    bucket.fail(503, 503);
    await judge();
    expect(bucket.tagsOf('a.png')).toEqual({});
    await built.context.db.update(s3Object).set({ tagDueAt: sql`now()` });
    await tagObjects(built.context, never);
    expect(bucket.tagsOf('a.png')).toMatchObject({ 'clearframe-verdict': 'pass' });
    await call('PATCH', `/s3-sources/${id}`, { answer_tags: false });
    await post(events_url, events({ key: 'b.png', etag: bucket.put('b.png', pears) }));
    await work();
    await judge();
    expect(bucket.tagsOf('b.png')).toEqual({});
  });

  it('DOOR-A7 is forgotten a month later, once its item is gone', async () => {
    const { events_url } = await create();
    await post(events_url, events({ key: 'a.png', etag: bucket.put('a.png', pears) }));
    await work();
    await judge();
    await built.context.db.update(s3Object).set({ createdAt: sql`now() - interval '31 days'` });
    expect(await forgetS3Objects(built.context, never)).toBe(0);
    await built.context.db.delete(media);
    expect(await forgetS3Objects(built.context, never)).toBe(1);
  });
});

describe('SNS', () => {
  const { key, cert } = createCertificate();
  const notification = (inner: unknown, over: Record<string, string> = {}) => {
    const message = {
      Type: 'Notification',
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: 'arn:aws:sns:eu-central-1:123456789012:photos',
      Subject: 'Amazon S3 Notification',
      Message: JSON.stringify(inner),
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
      UnsubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe',
      ...over,
    };
    const names =
      message.Type === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const values: Record<string, string> = message;
    const signed = names.map((name) => `${name}\n${values[name]}\n`).join('');
    const hash = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    return { ...message, Signature: createSign(hash).update(signed).sign(key, 'base64') };
  };
  let visited: string[];
  beforeEach(() => {
    visited = [];
    built.context.fetcher.get = async (url) => {
      visited.push(url);
      return {
        url,
        status: 200,
        headers: {},
        body: Readable.from([url.endsWith('.pem') ? cert : '<ConfirmSubscriptionResponse/>']),
      };
    };
  });

  it('DOOR-A7 passes events on, with the signature of either version', async () => {
    const { events_url } = await create();
    const inner = (name: string) => events({ key: name, etag: 'e' });
    for (const SignatureVersion of ['1', '2'])
      expect((await post(events_url, notification(inner(SignatureVersion), { SignatureVersion }), 'text/plain')).json()).toEqual(
        counted(1, 0, 0),
      );
    // The certificate is fetched once.
    expect(visited).toHaveLength(1);
  });

  it('DOOR-A7 is refused with another signature, text, or certificate of elsewhere', async () => {
    const { events_url } = await create();
    const sent = notification(events({ key: 'a', etag: 'e' }));
    const wrong = [
      { ...sent, Message: JSON.stringify(events({ key: 'b', etag: 'e' })) },
      { ...sent, Signature: 'AAAA' },
      { ...sent, SigningCertURL: 'https://sns.eu-central-1.amazonaws.com.evil.example/a.pem' },
      { ...sent, SigningCertURL: 'http://sns.eu-central-1.amazonaws.com/a.pem' },
      { ...sent, SigningCertURL: 'https://evil.example/sns.eu-central-1.amazonaws.com/a.pem' },
      { ...sent, SignatureVersion: '3' },
    ];
    for (const body of wrong) expect((await post(events_url, body)).statusCode).toBe(400);
    expect(await objects()).toEqual([]);
    expect(visited.every((url) => url.startsWith('https://sns.eu-central-1.amazonaws.com/'))).toBe(true);
  });

  it('DOOR-A7 has its subscription confirmed, at an address of SNS alone', async () => {
    const { events_url } = await create();
    const SubscribeURL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336';
    const asking = { Type: 'SubscriptionConfirmation', Token: '2336', SubscribeURL };
    expect((await post(events_url, notification('You have chosen', asking), 'text/plain')).json()).toEqual(counted(0, 0, 0));
    expect(visited.at(-1)).toBe(SubscribeURL);
    const elsewhere = { ...asking, SubscribeURL: 'https://169.254.169.254/latest' };
    expect((await post(events_url, notification('You have chosen', elsewhere))).statusCode).toBe(400);
    expect(visited).not.toContain(elsewhere.SubscribeURL);
  });
});

describe('a bucket source', () => {
  it('DOOR-A7 shows its address whole when it is made, and to whoever proved who they are; its key never', async () => {
    const { id, events_url } = await create();
    expect(events_url).toMatch(/\/api\/s3-events\/s3e_[A-Za-z0-9_-]{43}$/);
    const list = async () => (await call('GET', '/s3-sources')).json<{ data: { s3_sources: Source[] } }>().data.s3_sources;
    expect((await list())[0]?.events_url).toBe(events_url);
    await built.context.db.update(session).set({ confirmedAt: new Date(0) });
    expect((await list())[0]?.events_url).toBe(events_url.slice(0, 20));
    expect((await call('GET', '/s3-sources')).body).not.toContain('a secret of the bucket');
    for (const [method, path, body] of [
      ['POST', '/s3-sources', settings()],
      ['POST', `/s3-sources/${id}/rotate`, undefined],
      ['PATCH', `/s3-sources/${id}`, { bucket: 'other' }],
    ] as const)
      expect((await call(method, path, body)).json()).toMatchObject({ code: 'confirmation_required' });
    expect((await call('PATCH', `/s3-sources/${id}`, { name: 'Others' })).statusCode).toBe(200);
    expect((await call('DELETE', `/s3-sources/${id}`)).statusCode).toBe(200);
    expect((await post(events_url, events({ key: 'a', etag: 'e' }))).statusCode).toBe(404);
    const kinds = (await built.context.db.select().from(securityEvent)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('bucket.'))).toEqual(['bucket.added', 'bucket.changed', 'bucket.removed']);
  });

  it('DOOR-A7 ends an object that comes slower than anybody sends a file, and the next try has it', async () => {
    let look = (): void => undefined;
    let at = 0;
    const pace = {
      now: () => at,
      repeat(again: () => void) {
        look = again;
        return () => undefined;
      },
    };
    const place = { ...settings(), region: 'us-east-1', prefix: '', accessKeyId: 'key', pathStyle: true };
    const reader = openS3(built.context.config, place, 'a secret', pace);
    const wanted = { bucket: 'photos', key: 'slow.png', versionId: null, etag: bucket.put('slow.png', pears) };
    const goOn = bucket.stall('slow.png');
    const { body } = await reader.open(wanted);
    const read = buffer(body);
    at += 30_000;
    look();
    await expect(read).rejects.toMatchObject({ name: 'TooSlow' });
    goOn();
    expect(await buffer((await reader.open(wanted)).body)).toEqual(pears);
    reader.close();
  });

  it('DOOR-A7 is not saved where the provider refuses it, with its code', async () => {
    bucket.fail(403);
    const answer = await call('POST', '/s3-sources', settings());
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      400,
      'The provider did not let us list the bucket: AccessDenied',
    ]);
    const { id } = await create();
    bucket.fail(403);
    expect((await call('PATCH', `/s3-sources/${id}`, { prefix: 'a/' })).statusCode).toBe(400);
    expect((await built.context.db.select().from(s3Source))[0]?.prefix).toBe('');
  });

  it('DOOR-A7 can be renamed and switched off although its key cannot be read, and gets another one', async () => {
    const { id } = await create();
    await built.context.db.update(s3Source).set({ secretKeySealed: 'sealed under a key that is gone' });
    expect((await call('PATCH', `/s3-sources/${id}`, { is_active: false })).json()).toMatchObject({
      data: { s3_source: { is_active: false } },
    });
    const moved = await call('PATCH', `/s3-sources/${id}`, { prefix: 'a/' });
    expect([moved.statusCode, moved.json()]).toMatchObject([
      400,
      { message: 'The key of this bucket cannot be read. Enter it again.' },
    ]);
    const renewed = await call('PATCH', `/s3-sources/${id}`, { prefix: 'a/', secret_access_key: 'another', is_active: true });
    expect(renewed.json()).toMatchObject({ data: { s3_source: { prefix: 'a/', is_active: true } } });
  });

  it('DOOR-A7 says that nobody answers where nobody does, and not that the provider refuses', async () => {
    bucket.close();
    const answer = await call('POST', '/s3-sources', settings());
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { message: 'The provider does not answer: ECONNREFUSED' }]);
  });

  it.each(['http://127.0.0.1:9', 'http://169.254.169.254', 'http://[::1]:9', 'http://localhost:9', 'http://0x7f.1:9'])(
    'DOOR-A7 SEC-06 never reaches %s',
    async (endpoint) => {
      const answer = await call('POST', '/s3-sources', { ...settings(), endpoint });
      expect(answer.json()).toMatchObject({ message: notPublic });
      const hosted = await call('POST', '/s3-sources', { ...settings(), endpoint, path_style: false });
      expect(hosted.statusCode).toBe(400);
    },
  );

  it('DOOR-A7 is one of ten at most, parallel ones too, and belongs to its account', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', '/s3-sources', settings())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array.from({ length: 10 }, () => 200), 409, 409]);
    const { id } = sourceOf(answers.find(({ statusCode }) => statusCode === 200) ?? { statusCode: 0, body: '' });
    const stranger = await createUploader(built);
    expect((await call('GET', `/s3-sources/${id}/objects`, undefined, stranger)).statusCode).toBe(404);
    expect((await call('DELETE', `/s3-sources/${id}`, undefined, stranger)).statusCode).toBe(404);
    await closeAccount(built, person);
    await removeClosed(built, person, person.accountId);
    expect(await built.context.db.select().from(s3Source)).toEqual([]);
  });
});
