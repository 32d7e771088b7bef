import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, objectRemoval } from '../src/db/schema.ts';
import { createClusterMetrics } from '../src/metrics/cluster-metrics.ts';
import { queueRows, readClusterFacts } from '../src/metrics/read-cluster-facts.ts';
import { deliver } from '../src/webhooks/deliver.ts';
import { type Built, build } from './helpers/build.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
let person: Uploader;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address] } });
  person = await createUploader(built);
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

/** The value of one series, by its name and labels as they are written; null = there is none. */
async function countOf(series: string): Promise<number | null> {
  const line = (await built.context.metrics.expose()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

async function take(bytes: Uint8Array, name: string): Promise<string> {
  const answer = await person.apiUpload({ media: file(bytes, name) }, { query: '?wait=0' });
  return resultOf(answer).media_upload.id;
}

describe('what a process counts of its work', () => {
  it('OPS-03 counts an upload from its request to its verdict, and the files on the way', async () => {
    const mediaId = await take(picture('formats/pears.png'), 'a.png');
    built.clock.advance(3_000);
    await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    // It was settled: a run that comes late counts nothing.
    await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    expect(await countOf('clearframe_verdicts_total{verdict="safe",reason="scores"}')).toBe(1);
    expect(await countOf('clearframe_frames_total{kind="picture"}')).toBe(1);
    const time = 'clearframe_upload_to_verdict_seconds';
    expect(await countOf(`${time}_sum{kind="picture",source="api"}`)).toBe(3);
    expect(await countOf(`${time}_bucket{le="2",kind="picture",source="api"}`)).toBe(0);
    expect(await countOf(`${time}_bucket{le="5",kind="picture",source="api"}`)).toBe(1);
    expect(await countOf('clearframe_storage_seconds_count{op="put",outcome="ok"}')).toBeGreaterThanOrEqual(4);
    const requests = 'http_server_request_duration_seconds_count';
    expect(await countOf(`${requests}{method="POST",route="/api/v1/upload",status="2xx"}`)).toBe(1);
    expect((await person.get('/api/media/none')).statusCode).toBe(400);
    expect(await countOf(`${requests}{method="GET",route="/api/*",status="4xx"}`)).toBe(1);
  });

  it('OPS-03 counts a damaged file as not checked, without frames', async () => {
    const mediaId = await take(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')]), 'b.png');
    await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    expect(await countOf('clearframe_verdicts_total{verdict="not_checked",reason="file"}')).toBe(1);
    expect(await countOf('clearframe_frames_total{kind="picture"}')).toBe(1);
  });

  it('OPS-03 counts attempts at webhooks by what came of them, and how late they began', async () => {
    const url = { webhookUrl: receiver.url };
    const made = await built.app.inject({ method: 'POST', url: '/api/webhooks', headers: person.headers, payload: url });
    expect(made.statusCode).toBe(200);
    const mediaId = await take(picture('formats/pears.png'), 'c.png');
    await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    const [row] = await built.context.db.select().from(delivery);
    built.clock.advance(2_000);
    receiver.answer = (response) => response.writeHead(500).end();
    await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
    built.clock.advance(60_000);
    receiver.answer = (response) => response.end();
    await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 2 });
    expect(await countOf('clearframe_webhook_attempts_total{outcome="refused"}')).toBe(1);
    expect(await countOf('clearframe_webhook_attempts_total{outcome="delivered"}')).toBe(1);
    // The second attempt waited on purpose.
    expect([
      await countOf('clearframe_webhook_delay_seconds_count'),
      await countOf('clearframe_webhook_delay_seconds_sum'),
    ]).toEqual([1, 2]);
  });

  it('OPS-03 counts what the database refuses once, however it was asked, and sees its pool', async () => {
    const { db } = built.context;
    await expect(db.execute('select 1 from nowhere')).rejects.toThrow();
    await expect(db.transaction((tx) => tx.execute('select 1 from nowhere'))).rejects.toThrow();
    expect(await countOf('clearframe_database_errors_total{code="other"}')).toBe(2);
    expect(await countOf('clearframe_database_pool{state="idle"}')).toBeGreaterThanOrEqual(1);
    expect(await countOf('clearframe_database_pool{state="waiting"}')).toBe(0);
  });
});

it('SEC-08 names no account, item, file, address or token in what it counts', async () => {
  const { rows } = await built.context.db.execute<{ id: string; object_key: string }>('select id, object_key from media');
  expect(rows.length).toBeGreaterThan(2);
  const text = await built.context.metrics.expose();
  const kept = [
    person.accountId,
    person.token,
    person.email,
    receiver.address,
    ...rows.flatMap((row) => [row.id, row.object_key]),
  ];
  expect(kept.filter((one) => text.includes(one))).toEqual([]);
});

it('OPS-03 the facts of the database say what waits, how long it will take, and who is there', async () => {
  const { db } = built.context;
  const before = await readClusterFacts(db);
  const pictures = (facts: typeof before) => facts.queues.find(({ queue }) => queue === 'moderate-media');
  await take(picture('formats/pears.png'), 'd.png');
  const due = new Date(Date.now() - 60_000);
  await db.insert(objectRemoval).values([
    { key: 'a/due', notBefore: due },
    { key: 'a/later', notBefore: new Date(Date.now() + 60_000) },
  ]);
  const facts = await readClusterFacts(db);
  expect((pictures(facts)?.ready ?? 0) - (pictures(before)?.ready ?? 0)).toBe(1);
  expect(pictures(facts)?.oldestSeconds).toBeGreaterThan(0);
  // One frame waits, and the newest analyses took a millisecond each.
  expect([before.workSeconds, facts.workSeconds]).toEqual([0, 0.001]);
  expect(facts.queues.map(({ queue }) => queue)).toEqual(expect.arrayContaining(['send-mail', 'deliver-webhook', 'sweep']));
  expect(facts.processes).toEqual([{ role: 'test', version: expect.stringMatching(/^\d+\./), count: 1 }]);
  expect(facts.databaseBytes).toBeGreaterThan(1_000_000);
  expect([facts.reviewWaiting, facts.standbys]).toEqual([0, []]);
  expect(facts.objectsToRemove - before.objectsToRemove).toBe(1);
  expect(await createClusterMetrics(async () => facts)()).toMatch(/^clearframe_queue_work_seconds 0\.001$/m);
});

it('OPS-03 the facts of the queue cost what waits, however many jobs have ended', async () => {
  const { db } = built.context;
  await db.execute(`insert into pgboss.job (name, data, state, completed_on)
    select 'moderate-media', '{}', 'completed', now() from generate_series(1, 30000)`);
  await db.execute('analyze pgboss.job');
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${queueRows}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan \S* ?\S* ?job_common_i11/);
  expect(plan).not.toMatch(/Seq Scan on job/);
});
