import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findUnbalanced } from '../src/billing/ledger-sums.ts';
import { delivery, media, usageEntry } from '../src/db/schema.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { type Built, build } from './helpers/build.ts';
import { operate } from './helpers/operator.ts';
import { createUploader, file, picture, quickExaminer, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let person: Uploader;
beforeEach(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  person = await createUploader(built, 2);
});
afterEach(() => built.close());

const operator = (...args: string[]) => operate(args, { DATABASE_URL: built.database.url, DATA_DIR: built.dataDir });
const items = () => built.context.db.select().from(media).orderBy(media.id);
const kinds = async () => (await built.context.db.select().from(usageEntry)).map(({ kind }) => kind).sort();

/** An upload whose every attempt failed. */
async function uploadAndFail(): Promise<string> {
  await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
  const [item] = (await items()).filter(({ state }) => state === 'queued');
  if (!item) throw new Error('nothing was uploaded');
  await failModeration(built.context, { mediaId: item.id, attempt: item.attempt });
  return item.id;
}

describe('clearframe queue', () => {
  it('OPS-04 UP-08 retry analyses has failed uploads analysed again, each charged once, and leaves what may not be', async () => {
    const [first, second] = [await uploadAndFail(), await uploadAndFail()];
    const held = await uploadAndFail();
    await built.context.db.update(media).set({ legalHoldAt: new Date() }).where(eq(media.id, held));
    expect((await operator('queue', 'show')).out).toContain('3 uploads are Not checked because their analysis failed');
    const retried = await operator('queue', 'retry', 'analyses');
    expect(retried.out).toMatch(/^2 uploads queued for analysis again\./);
    expect([retried.code, retried.out]).toEqual([1, expect.stringContaining('1 left alone: under legal hold.')]);
    // Again, and beside what waits: nothing is queued or held twice.
    expect((await operator('queue', 'retry', 'analyses')).out).toMatch(/^0 uploads queued/);
    await runQueuedModeration(built, quickExaminer);
    await expect
      .poll(async () => (await items()).filter(({ state }) => state === 'done').map(({ id }) => id))
      .toEqual([first, second]);
    expect((await kinds()).filter((kind) => kind === 'commit')).toHaveLength(2);
    expect((await findUnbalanced(built.context.db)).unbalanced).toEqual([]);
    expect((await operator('log')).out).toMatch(/queue retry analyses .*left 0, state ended, queued 2,/);
  });

  it('UP-08 retry analyses holds no frames that an account does not have', async () => {
    for (let count = 0; count < 3; count += 1) await uploadAndFail();
    const { code, out } = await operator('queue', 'retry', 'analyses');
    expect([code, out]).toEqual([1, expect.stringContaining('1 left alone: of accounts without enough frames.')]);
  });

  it('HOOK-03 retry deliveries sends what a webhook was given up on again, under the same ids', async () => {
    const payload = { webhookUrl: 'https://receiver.example/hook' };
    await built.app.inject({ method: 'POST', url: '/api/webhooks', headers: person.headers, payload });
    await runQueuedModeration(built, quickExaminer);
    await person.apiUpload({ media: file(picture('formats/pears.png')) });
    await built.context.db.update(delivery).set({ state: 'failed', attempts: 4, finishedAt: new Date() });
    const [before] = await built.context.db.select().from(delivery);
    const hookId = before?.webhookId ?? '';
    const shown = (await operator('queue', 'show')).out;
    expect(shown).toMatch(new RegExp(`${hookId} {2}account ${person.accountId} {2}0 due, 0 later, 1 given up`));
    const sent = await operator('queue', 'retry', 'deliveries', hookId);
    expect(sent).toMatchObject({ code: 0, out: '1 event of 1 webhook is sent again, under the ids that they had.' });
    const [after] = await built.context.db.select().from(delivery);
    expect(after).toMatchObject({ id: before?.id, body: before?.body, state: 'waiting', attempts: 4, attemptsBefore: 4 });
    const again = await operator('queue', 'retry', 'deliveries', hookId);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('Nothing changed.')]);
    expect((await operator('queue', 'retry', 'deliveries')).out).toMatch(/^0 events of 0 webhooks are sent again/);
  });

  it('OPS-04 show counts what waits and what failed by queue, and words that mean nothing are refused', async () => {
    await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    await built.database.pool.query(
      `insert into pgboss.job (name, state, data) values ('send-mail', 'failed', '{"sealed":"x"}')`,
    );
    const { code, out } = await operator('queue', 'show');
    expect(code).toBe(0);
    expect(out).toMatch(/^moderate-media +1 +0 +0 +0 /m);
    expect(out).toMatch(/^send-mail +\d+ +\d+ +\d+ +1 /m);
    for (const words of [['retry'], ['retry', 'mails'], ['retry', 'deliveries', 'x'], ['show', 'all'], []])
      expect((await operator('queue', ...words)).code).toBe(2);
  });
});
