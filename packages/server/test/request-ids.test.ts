import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { delivery } from '../src/db/schema.ts';
import { moderateMedia } from '../src/jobs/moderate-media.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, type Uploader, wholeExaminer } from './helpers/uploads.ts';

const lines: string[] = [];
let built: Built;
let person: Uploader;
beforeAll(async () => {
  // Nobody listens on that port.
  const config = { logFormat: 'json' as const, allowPrivateTargets: ['127.0.0.1:1'] };
  built = await build({ onLog: (line) => lines.push(line), config });
  person = await createUploader(built);
  const payload = { webhookUrl: 'http://127.0.0.1:1/in' };
  await built.app.inject({ method: 'POST', url: '/api/webhooks', headers: person.headers, payload });
});
afterAll(() => built.close());

const said = (msg: string) => lines.map((line) => JSON.parse(line)).filter((record) => record.msg === msg);
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

it('API-01 a request is named in its answer, its job, its delivery and every line about them', async () => {
  const headers = { 'x-request-id': 'order-4711', traceparent };
  const answer = await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0', headers });
  expect(answer.headers['x-request-id']).toBe('order-4711');
  const { id: mediaId } = resultOf(answer).media_upload;
  const { rows } = await built.context.db.execute<{ data: object }>(
    `select data from pgboss.job where name = 'moderate-media' and data ->> 'mediaId' = '${mediaId}'`,
  );
  expect(rows).toEqual([{ data: { mediaId, attempt: 1, requestId: 'order-4711', traceparent } }]);

  // As an analysis process takes it; its first run fails.
  let runs = 0;
  const examiner = wholeExaminer({
    examine: (bytes) => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('a bad moment')) : quickExaminer.examine(bytes);
    },
  });
  const { run } = moderateMedia(async () => examiner);
  await built.context.queue.work('moderate-media', {}, (payload, one) => run(built.context, payload, one));
  await expect.poll(async () => (await built.context.db.select().from(delivery)).length).toBe(1);
  const [failed] = said('a part failed').filter(({ where }) => where === 'moderate-media');
  const concerned = { request_id: 'order-4711', account_id: person.accountId, media_id: mediaId };
  const ran = { name: 'test', role: 'all', trace_id: traceparent.slice(3, 35), job: 'moderate-media', attempt: 1, run: 0 };
  expect(failed).toMatchObject({ ...concerned, ...ran, level: 'error', err: { message: 'a bad moment' } });

  const [row] = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, mediaId));
  expect(row?.requestId).toBe('order-4711');
  await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
  expect(said('could not reach a webhook')[0]).toMatchObject({ ...concerned, job: 'deliver-webhook' });
});

it('API-01 a refusal names request, account, code and time, and no id that is not well formed', async () => {
  const answer = await built.app.inject({
    url: '/api/media/0198c0de-0000-7000-8000-000000000000',
    headers: { ...person.headers, 'x-request-id': 'two words\tand a tab' },
  });
  expect(answer.statusCode).toBe(404);
  const id = answer.headers['x-request-id'];
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(said('request refused').find(({ request_id }) => request_id === id)).toMatchObject({
    level: 'debug',
    code: 'media_not_found',
    account_id: person.accountId,
    duration_ms: expect.any(Number),
  });
});
