import type { Webhook } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { delivery, media } from '../src/db/schema.ts';
import { deliverWebhook } from '../src/jobs/deliver-webhook.ts';
import { sweep } from '../src/jobs/sweep.ts';
import { jobIdOf } from '../src/queue/index.ts';
import { type Built, build } from './helpers/build.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
let person: Uploader;
beforeEach(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 } });
  person = await createUploader(built, 1_000);
});
afterEach(async () => {
  await built.close();
  await receiver.close();
});

const never = new AbortController().signal;
const signs = { id: 'x', attempt: 1, isLast: true, alive: () => {}, stopping: never };
const runSweep = (signal = never) => sweep.run(built.context, {}, { ...signs, signal });
const post = (url: string, payload?: object) =>
  built.app.inject({ method: 'POST', url: `/api${url}`, headers: person.headers, ...(payload ? { payload } : {}) });
const deliverAll = () =>
  built.context.queue.work('deliver-webhook', {}, (payload, run) => deliverWebhook.run(built.context, payload, run));
const upload = async (query = '') =>
  resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query })).media_upload.id;
const deliveries = () => built.context.db.select().from(delivery).orderBy(asc(delivery.createdAt), delivery.id);
const openJobs = async (): Promise<number> =>
  (
    await built.database.pool.query(
      "select count(*)::int as n from pgboss.job where name = 'deliver-webhook' and state in ('created', 'retry', 'active')",
    )
  ).rows[0].n;

/** A verdict that one hook waits to be told of. */
async function makeDelivery(): Promise<{ id: string; hook: Webhook }> {
  const hook = (await post('/webhooks', { webhookUrl: receiver.url })).json<{ data: { webhook: Webhook } }>().data.webhook;
  await runQueuedModeration(built, quickExaminer);
  await upload();
  const [row] = await deliveries();
  return { id: row?.id ?? '', hook };
}

const ways = {
  'is missing in a database that was restored, or was forgotten after 14 days': 'delete from pgboss.job',
  'failed in each of its 20 retries':
    "update pgboss.job set state = 'failed', completed_on = now() where name = 'deliver-webhook'",
  'was marked complete by somebody else':
    "update pgboss.job set state = 'completed', completed_on = now() where name = 'deliver-webhook'",
};

describe('a delivery whose job is gone', () => {
  it.each(Object.entries(ways))('HOOK-04 OPS-04 arrives although its job %s', async (_why, loseIt) => {
    await makeDelivery();
    await built.database.pool.query(loseIt);
    await runSweep();
    // A job that is a moment late is no lost one.
    expect(await openJobs()).toBe(0);
    built.clock.advance(6 * 60_000);
    await runSweep();
    await deliverAll();
    await receiver.got(1);
    await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(['delivered']);
  });

  it('HOOK-04 can be sent again by hand, and one whose job waits cannot', async () => {
    const { id } = await makeDelivery();
    expect((await post(`/webhook-deliveries/${id}/resend`)).statusCode).toBe(409);
    built.clock.advance(6 * 60_000);
    expect((await post(`/webhook-deliveries/${id}/resend`)).statusCode).toBe(409);
    await built.database.pool.query('delete from pgboss.job');
    expect((await post(`/webhook-deliveries/${id}/resend`)).statusCode).toBe(202);
    expect(await openJobs()).toBe(1);
    await deliverAll();
    await receiver.got(1);
  });

  it('HOOK-04 gets one job an attempt, however many sweeps run', async () => {
    const { id } = await makeDelivery();
    built.clock.advance(6 * 60_000);
    await Promise.all([runSweep(), runSweep(), runSweep()]);
    expect(await openJobs()).toBe(1);
    await built.database.pool.query('delete from pgboss.job');
    await Promise.all([runSweep(), runSweep(), runSweep()]);
    const { rows } = await built.database.pool.query("select id from pgboss.job where name = 'deliver-webhook'");
    expect(rows).toEqual([{ id: jobIdOf('deliver-webhook', `${id}/1`) }]);
  });
});

describe('the sweep', () => {
  it('OPS-04 finds an upload whose job is gone behind hundreds that wait their turn', async () => {
    const first = await upload('?wait=0');
    const waiting = Array.from({ length: 600 }, () => crypto.randomUUID());
    const lost = crypto.randomUUID();
    const copies = [...waiting, lost];
    await built.database.pool.query(
      `insert into media select (jsonb_populate_record(null::media, to_jsonb(m) || jsonb_build_object(
         'id', one.id, 'created_at', m.created_at + one.n * interval '1 ms'))).*
       from media m, unnest($2::uuid[]) with ordinality as one(id, n) where m.id = $1`,
      [first, copies],
    );
    await built.database.pool.query(
      `insert into pgboss.job (id, name, data, policy) select unnest($1::uuid[]), 'moderate-media', '{}', 'standard'`,
      [waiting.map((id) => jobIdOf('moderate-media', `${id}/1`))],
    );
    built.clock.advance(20 * 60_000);
    await runSweep();
    const failed = await built.context.db.select({ id: media.id }).from(media).where(eq(media.state, 'failed'));
    expect(failed).toEqual([{ id: lost }]);
  });

  it('OPS-04 goes on in the next run where a list was too long for one', async () => {
    await makeDelivery();
    built.clock.advance(6 * 60_000);
    await built.database.pool.query('delete from pgboss.job');
    const [row] = await deliveries();
    // As a run left it that saw everything up to this row.
    await built.database.pool.query("insert into sweep_position (step, at, id) values ('lost deliveries', $1, $2)", [
      row?.nextAttemptAt,
      row?.id,
    ]);
    await runSweep();
    expect(await openJobs()).toBe(0);
    await runSweep();
    expect(await openJobs()).toBe(1);
  });

  it('OPS-04 begins nothing more once its run was ended', async () => {
    await makeDelivery();
    await built.database.pool.query('delete from pgboss.job');
    built.clock.advance(6 * 60_000);
    await expect(runSweep(AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
    expect(await openJobs()).toBe(0);
  });

  it('OPS-04 is not begun beside one that takes longer than a minute', async () => {
    const { queue } = built.context;
    expect(await queue.add('sweep', {})).not.toBeNull();
    expect(await queue.add('sweep', {})).toBeNull();
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    await queue.work('sweep', {}, async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    expect(await queue.add('sweep', {})).toBeNull();
    const { rows } = await built.database.pool.query(
      "select expire_seconds, heartbeat_seconds from pgboss.job where name = 'sweep'",
    );
    // A run that overlaps the next minute keeps its claim, and one whose process died loses it within seconds.
    expect(rows).toEqual([{ expire_seconds: 600, heartbeat_seconds: 15 }]);
    end.resolve();
  });
});
