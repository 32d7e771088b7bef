import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnbalanced } from '../src/billing/ledger-sums.ts';
import { changeSuspension } from '../src/console/suspend.ts';
import { media, operatorLog, securityEvent } from '../src/db/schema.ts';
import { createSender } from './doors/tus-sender.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const pears = picture('formats/pears.png');
let built: Built;
let customer: Uploader;
let other: Uploader;

const change = (suspend: boolean, accountId = customer.accountId) =>
  changeSuspension(built.context, { accountId, suspend, reason: 'a case', actor: 'person x' });
const sent = () => customer.apiUpload({ media: file(pears) }, { query: '?wait=0' });
const bearer = () => ({ authorization: `Bearer ${customer.token}` });
const post = (url: string, payload: object, headers: Record<string, string> = customer.headers) =>
  built.app.inject({ method: 'POST', url, headers, payload });
const suspended = { statusCode: 403, body: expect.stringContaining('suspended this account') };

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  [customer, other] = [await createUploader(built, 100), await createUploader(built, 100)];
  await runQueuedModeration(built, quickExaminer);
});
afterAll(() => built.close());

describe('a suspended account', () => {
  it('UP-08 SEC-03 is let in at no door, while others are, and reads and decides what it has', async () => {
    const { media_upload: before } = resultOf(await customer.upload({ media: file(pears) }));
    const sender = createSender(built, customer.token);
    const begun = await sender.begin(pears.length);
    await change(true);

    expect(await customer.upload({ media: file(pears) })).toMatchObject(suspended);
    expect(await sent()).toMatchObject(suspended);
    expect(await sender.patch(begun, 0, pears)).toMatchObject(suspended);
    expect(await post('/api/v1/batches', { items: [{ url: 'https://host.example/a.png' }] }, bearer())).toMatchObject(suspended);
    expect(await post('/api/openai/v1/moderations', { input: 'a boat' }, bearer())).toMatchObject(suspended);
    expect(await post(`/api/media/${before.id}/reanalyse`, {})).toMatchObject(suspended);
    expect((await other.upload({ media: file(pears) })).statusCode).toBe(200);

    expect((await customer.get(`/api/media/${before.id}`)).statusCode).toBe(200);
    expect((await post(`/api/media/${before.id}/fail`, {})).statusCode).toBe(200);
    expect(await built.context.db.$count(media, eq(media.accountId, customer.accountId))).toBe(1);

    await change(false);
    // Nothing of it was kept as an answer: the same upload goes on.
    expect((await sender.patch(begun, 0, pears)).statusCode).toBe(204);
    expect(resultOf(await customer.upload({ media: file(pears) })).media_upload.moderationFlagged).toBe(false);
    expect((await findUnbalanced(built.context.db)).unbalanced).toEqual([]);
  });

  it('SEC-03 is suspended once and resumed once, and both are written down for operators and for the account', async () => {
    await change(true, other.accountId);
    await expect(change(true, other.accountId)).rejects.toMatchObject({ code: 'already_suspended' });
    await change(false, other.accountId);
    await expect(change(false, other.accountId)).rejects.toMatchObject({ code: 'not_suspended' });
    await expect(change(true, '00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' });
    const subject = `account ${other.accountId}`;
    const acts = await built.context.db.select().from(operatorLog).where(eq(operatorLog.subject, subject));
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ['suspend', 'a case'],
      ['resume', 'a case'],
    ]);
    const seen = await built.context.db.select().from(securityEvent).where(eq(securityEvent.accountId, other.accountId));
    expect(seen.map(({ kind }) => kind).filter((kind) => kind.startsWith('account.'))).toEqual([
      'account.suspended',
      'account.resumed',
    ]);
  });

  it('SEC-03 gets no item from an upload that came in before, and waits for its row until it is suspended', async () => {
    const of = eq(media.accountId, customer.accountId);
    const before = await built.context.db.$count(media, of);
    const operator = new pg.Client({ connectionString: built.database.url });
    await operator.connect();
    // As a suspension that is about to commit: the upload was admitted, and waits for the account's row.
    await operator.query("set idle_in_transaction_session_timeout = '20s'");
    await operator.query('begin');
    await operator.query('update account set suspended_at = now() where id = $1', [customer.accountId]);
    const answer = sent();
    for (let waits = 0; waits === 0; ) {
      const { rows } = await built.context.db.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%owner%'`,
      );
      waits = rows[0]?.n ?? 0;
    }
    await operator.query('commit');
    await operator.end();
    expect(await answer).toMatchObject(suspended);
    expect(await built.context.db.$count(media, of)).toBe(before);
    await change(false);
    expect((await findUnbalanced(built.context.db)).unbalanced).toEqual([]);
  });
});
