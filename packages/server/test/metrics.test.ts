import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, objectRemoval } from '../src/db/schema.ts';
import { createClusterMetrics } from '../src/metrics/cluster-metrics.ts';
import { queueRows, readClusterFacts } from '../src/metrics/read-cluster-facts.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
let person: Uploader;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address] }, parts: fakeVideoParts });
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
    // The object of the installation, what was sent, and the pack of its copies.
    expect(await countOf('clearframe_storage_seconds_count{op="put",outcome="ok"}')).toBe(3);
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
  // One picture waits, and the newest analyses took a millisecond each.
  const work = (pictures: number) => [
    { queue: 'moderate-media', seconds: pictures },
    { queue: 'moderate-video', seconds: 0 },
  ];
  expect([before.work, facts.work]).toEqual([work(0), work(0.001)]);
  expect(facts.queues.map(({ queue }) => queue)).toEqual(expect.arrayContaining(['send-mail', 'deliver-webhook', 'sweep']));
  expect(facts.processes).toEqual([{ role: 'test', version: expect.stringMatching(/^\d+\./), count: 1 }]);
  expect(facts.databaseBytes).toBeGreaterThan(1_000_000);
  expect([facts.reviewWaiting, facts.standbys]).toEqual([0, []]);
  expect(facts.objectsToRemove - before.objectsToRemove).toBe(1);
  expect(await createClusterMetrics(async () => facts)()).toMatch(
    /^clearframe_queue_work_seconds\{queue="moderate-media"\} 0\.001$/m,
  );
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

describe('the backlog that an autoscaler reads', () => {
  const backlog = async () => {
    const { rows } = await built.context.db.execute(sql`
      select queue, jobs, floor(oldest_seconds) as oldest, round(seconds_of_work::numeric, 3) as work
      from clearframe_backlog order by queue`);
    return rows.map(({ queue, jobs, oldest, work }) => [queue, Number(jobs), Number(oldest), Number(work)]);
  };

  it('OPS-03 has a row for pictures and one for videos, counted until they are settled, by what the last hour took', async () => {
    const { db } = built.context;
    await db.execute("update media set state = 'failed' where state = 'queued'");
    expect(await backlog()).toEqual([
      ['moderate-media', 0, 0, 0],
      ['moderate-video', 0, 0, 0],
    ]);
    const mediaId = await take(fakeVideo(6), 'film.mp4');
    await take(picture('formats/pears.png'), 'e.png');
    // Analysed again: it waits since it was reserved for that, not since it was uploaded.
    await db.execute(sql`update media set created_at = now() - interval '1 day', seconds_done = 2 where id = ${mediaId}`);
    await db.execute(sql`update usage_entry set created_at = now() - interval '100.5 seconds' where media_id = ${mediaId}`);
    const [pictures, videos] = await backlog();
    expect(pictures).toEqual(['moderate-media', 1, 0, 0.001]);
    // No video was analysed in the last hour: 0.2 s a second, of the four that are left.
    expect(videos).toEqual(['moderate-video', 1, 100, 0.8]);
    await db.execute("update analysis set created_at = now() - interval '2 hours'");
    expect((await backlog())[0]).toEqual(['moderate-media', 1, 0, 0.1]);
    await moderateNow(built.context, fakeExaminer(), { mediaId, attempt: 1 });
    expect((await backlog())[1]).toEqual(['moderate-video', 0, 0, 0]);
  });

  it('SEC-08 is all that its reader may read', async () => {
    const { db } = built.context;
    const guide = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
    const grants = [...guide.matchAll(/^grant .*;$/gm)].map(([grant]) => grant);
    expect(grants).toHaveLength(2);
    // A role of the server that may read nothing by itself: ours may make none.
    for (const grant of grants) await db.execute(grant.replace('clearframe_scaler', 'pg_signal_backend'));
    const { rows } = await db.execute(sql`
      select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname not in ('pg_catalog', 'information_schema') and relkind in ('r', 'p', 'v', 'S')
        and has_table_privilege('pg_signal_backend', pg_class.oid, 'select, insert, update, delete')`);
    expect(rows).toEqual([{ relname: 'clearframe_backlog' }]);
  });
});
