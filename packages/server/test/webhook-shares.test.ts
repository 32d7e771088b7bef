import type { MediaUpload, Webhook } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { delivery, webhook } from '../src/db/schema.ts';
import { createJobTable } from '../src/jobs/index.ts';
import { runJobs } from '../src/jobs/run-jobs.ts';
import { deliver } from '../src/webhooks/deliver.ts';
import { type Built, build } from './helpers/build.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
/** Never answers. */
let hanging: Receiver;
let answering: Receiver;
beforeEach(async () => {
  [hanging, answering] = await Promise.all([startReceiver(), startReceiver()]);
  hanging.answer = () => undefined;
  const allowPrivateTargets = [hanging.address, answering.address];
  built = await build({ config: { allowPrivateTargets, throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterEach(async () => {
  // What hangs ends with its server.
  await Promise.all([hanging.close(), answering.close()]);
  await built.close();
});

/** Starts every job of an API process, deliveries among them. */
const runApiJobs = () =>
  runJobs(
    built.context,
    createJobTable(() => Promise.reject(new Error('Nothing is analysed here'))),
    { roles: ['jobs'] },
  );

async function makeHook(person: Uploader, { url: webhookUrl }: Receiver): Promise<Webhook> {
  const request = { method: 'POST', url: '/api/webhooks', headers: person.headers, payload: { webhookUrl } } as const;
  return (await built.app.inject(request)).json<{ data: { webhook: Webhook } }>().data.webhook;
}
const upload = async (person: Uploader): Promise<MediaUpload> =>
  resultOf(await person.upload({ media: file(picture('formats/pears.png')) })).media_upload;
const isSlow = async ({ id }: Webhook) =>
  (await built.context.db.select().from(webhook).where(eq(webhook.id, id))).map((row) => row.isSlow);

describe('hooks that hang', () => {
  it('HOOK-04 take no more than three deliveries at a time, and those of another account arrive meanwhile', async () => {
    const [one, other] = [await createUploader(built), await createUploader(built)];
    for (let n = 0; n < 6; n += 1) await makeHook(one, hanging);
    await makeHook(other, answering);
    // Twelve deliveries to hooks that hang.
    for (let n = 0; n < 2; n += 1) await upload(one);
    await runApiJobs();
    await hanging.got(3);
    for (let n = 0; n < 5; n += 1) await upload(other);
    await answering.got(5);
    expect(hanging.received).toHaveLength(3);
    // None of them was lost.
    const waiting = and(eq(delivery.accountId, one.accountId), eq(delivery.state, 'waiting'), eq(delivery.attempts, 0));
    expect(await built.context.db.$count(delivery, waiting)).toBe(12);
  });

  it('HOOK-04 leave a delivery at a time for the account’s other hooks, once they were slow', async () => {
    const person = await createUploader(built);
    for (let n = 0; n < 4; n += 1) await makeHook(person, hanging);
    await built.context.db.update(webhook).set({ isSlow: true });
    await makeHook(person, answering);
    for (let n = 0; n < 5; n += 1) await upload(person);
    await runApiJobs();
    await Promise.all([answering.got(5), hanging.got(2)]);
    expect(hanging.received).toHaveLength(2);
  });

  it('HOOK-04 of however many accounts leave workers for hooks that answer, once they were slow', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => createUploader(built)));
    for (const person of people) {
      await makeHook(person, hanging);
      await makeHook(person, hanging);
    }
    await built.context.db.update(webhook).set({ isSlow: true });
    for (const person of people) await upload(person);
    const other = await createUploader(built);
    await makeHook(other, answering);
    await runApiJobs();
    await hanging.got(6);
    for (let n = 0; n < 5; n += 1) await upload(other);
    await answering.got(5);
    expect(hanging.received).toHaveLength(6);
  });

  it('HOOK-04 count as slow from an answer that took five seconds until one that did not', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person, answering);
    const attempt = async (durationMs: number) => {
      answering.answer = (response) => {
        built.clock.advance(durationMs);
        response.end();
      };
      const { id } = await upload(person);
      const [row] = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
      await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
      return await isSlow(hook);
    };
    expect(await attempt(4_999)).toEqual([false]);
    expect(await attempt(5_000)).toEqual([true]);
    const { rows } = await built.database.pool.query("select count(*)::int as n from pgboss.job where group_tier = 'long'");
    expect(rows).toEqual([{ n: 0 }]);
    expect(await attempt(0)).toEqual([false]);
    const queued = await built.database.pool.query("select count(*)::int as n from pgboss.job where group_tier = 'long'");
    expect(queued.rows).toEqual([{ n: 1 }]);
  });
});
