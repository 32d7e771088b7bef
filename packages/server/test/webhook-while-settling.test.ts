import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { delivery, media } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
});
afterAll(() => built.close());

const makeHook = async (person: Uploader) =>
  expect((await send(built, person, '/webhooks', { webhookUrl: 'https://hooks.example.com/in' })).statusCode).toBe(200);
async function upload(person: Uploader): Promise<string> {
  return resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' })).media_upload.id;
}
const settle = (mediaId: string) => moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
const toldOf = (id: string) => built.context.db.$count(delivery, eq(delivery.mediaId, id));
async function isSettled(id: string): Promise<boolean> {
  const [row] = await built.context.db.select({ state: media.state }).from(media).where(eq(media.id, id));
  return row?.state === 'done';
}

/** Runs `work` while somebody holds what `statement` locks. @returns when what waits for that is to go on */
async function holding(statement: string, work: () => Promise<void>): Promise<void> {
  const client = await built.database.pool.connect();
  try {
    await client.query(`begin; ${statement}`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Sessions that wait for a lock. */
const waiting = async (count: number) =>
  await vi.waitFor(
    async () => {
      const { rows } = await built.context.db.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows[0]?.count).toBeGreaterThanOrEqual(count);
    },
    { timeout: 60_000 },
  );

it('HOOK-01 a webhook is there only once what was being settled is settled: it is told of all that comes after', async () => {
  const person = await createUploader(built, 10);
  const id = await upload(person);
  let wasSettled: boolean | null = null;
  const done: Promise<unknown>[] = [];
  await holding(`select from usage_period where account_id = '${person.accountId}' for update`, async () => {
    done.push(settle(id));
    await waiting(1);
    done.push(
      makeHook(person).then(async () => {
        wasSettled = await isSettled(id);
      }),
    );
    await Promise.race([waiting(2), done[1]]);
  });
  await Promise.all(done);
  expect({ wasSettled, told: await toldOf(id) }).toEqual({ wasSettled: true, told: 0 });
  const next = await upload(person);
  await settle(next);
  expect(await toldOf(next)).toBe(1);
});

it('HOOK-01 what is settled after a webhook is told to it, also where settling waited for the webhook', async () => {
  const person = await createUploader(built, 10);
  const id = await upload(person);
  const done: Promise<unknown>[] = [];
  await holding('lock table security_event in exclusive mode', async () => {
    done.push(makeHook(person));
    await waiting(1);
    done.push(settle(id));
    await Promise.race([waiting(2), done[1]]);
  });
  await Promise.all(done);
  expect(await toldOf(id)).toBe(1);
});
