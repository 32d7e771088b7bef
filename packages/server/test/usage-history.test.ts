import { randomUUID } from 'node:crypto';
import { DataExport, type UsageHistory } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiUsage } from '../src/billing/api-usage.ts';
import { commitFrames, releaseFrames, reserveFrames } from '../src/billing/ledger.ts';
import { addMonths } from '../src/billing/months.ts';
import { renewSubscriptions } from '../src/billing/renew-subscriptions.ts';
import { tellAllowance } from '../src/billing/tell-allowance.ts';
import { usageHistory } from '../src/billing/usage-history.ts';
import { accessToken, media, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { buy, order } from './helpers/payments.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { grantFrames } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

/** Holds and charges frames of an item, as an upload and its analysis do. */
async function charge({ accountId }: Member, frames: number, values: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const { db } = built.context;
  const hold = { mediaId: await writeItem(built, accountId, values), attempt: 1 };
  await db.transaction((tx) => reserveFrames(tx, { accountId, ...hold, frames, now: built.clock.now() }));
  await db.transaction(async (tx) => {
    await commitFrames(tx, { ...hold, frames });
    await tellAllowance(built.context, tx, hold);
  });
  return hold.mediaId;
}

async function tokenOf({ accountId }: Member, name: string): Promise<string> {
  const values = { accountId, name, tokenHash: randomUUID(), tokenSealed: 'sealed' };
  const [made] = await built.context.db.insert(accessToken).values(values).returning();
  return made?.id ?? '';
}

const historyOf = async ({ headers }: Pick<Member, 'headers'>, period?: string) => {
  const query = period === undefined ? '' : `?period=${period}`;
  const answer = await built.app.inject({ url: `/api/subscriptions/usage/history${query}`, headers });
  return { ...answer.json<{ data: UsageHistory }>(), status: answer.statusCode };
};

describe('the usage page', () => {
  it('SUB-08 goes back 7, 30 or 90 days, and 30 where nothing is said', async () => {
    const owner = await addMember(built, 'owner');
    const lengthOf = async (query: string) => {
      const answer = await built.app.inject({ url: `/api/subscriptions/usage/history${query}`, headers: owner.headers });
      return answer.statusCode === 200 ? answer.json<{ data: UsageHistory }>().data.days.length : answer.statusCode;
    };
    expect(await lengthOf('')).toBe(30);
    for (const days of [7, 30, 90]) expect(await lengthOf(`?days=${days}`)).toBe(days);
    for (const wrong of ['8', '0', 'all', '']) expect(await lengthOf(`?days=${wrong}`), wrong).toBe(400);
  });

  it('SUB-08 tells frames, not items, by day, source and token, and its sums are the counters of the ledger', async () => {
    const owner = await addMember(built, 'owner');
    await grantFrames(built, owner.accountId, 1_000);
    const shop = await tokenOf(owner, 'Shop');
    await charge(owner, 1);
    const video = await charge(owner, 90, { source: 'api', accessTokenId: shop });
    await charge(owner, 9, { source: 'api', accessTokenId: shop });
    await charge(owner, 4, { source: 'api', accessTokenId: await tokenOf(owner, 'Forum') });
    const lost = { mediaId: await writeItem(built, owner.accountId), attempt: 1 };
    await built.context.db.transaction((tx) =>
      reserveFrames(tx, { accountId: owner.accountId, ...lost, frames: 5, now: built.clock.now() }),
    );
    await built.context.db.transaction((tx) => releaseFrames(tx, { ...lost, reason: 'for a test' }));
    // What is deleted stays counted.
    await built.context.db.delete(media).where(eq(media.id, video));
    await built.context.db.delete(accessToken).where(eq(accessToken.id, shop));
    const { data } = await historyOf(owner);
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toMatchObject({ dashboard: 1, api: 103, unknown: 0 });
    expect(data.tokens.map(({ name, frames }) => [name, frames])).toEqual([
      ['Shop', 99],
      ['Forum', 4],
    ]);
    const [period] = data.periods;
    expect(period).toMatchObject({ plan: null, allowed: 1_000, charged: 104, reserved: 0 });
    const one = await historyOf(owner, period?.id);
    expect([one.data.total, one.data.period]).toEqual([104, period]);
    expect(one.data.days.length, 'the days of the period that have begun').toBe(1);
    const { rows } = await built.context.db.execute<{ same: boolean }>(sql`
      select p.used = coalesce((select sum(frames) from usage_tally t where t.period_id = p.id), 0) and
        p.used = coalesce((select sum(frames) from usage_entry e where e.period_id = p.id and e.kind = 'commit'), 0)
        as same from usage_period p`);
    expect(rows.every(({ same }) => same)).toBe(true);
  });

  it('SUB-08 counts exactly when charges run at the same time', async () => {
    const owner = await addMember(built, 'owner');
    await grantFrames(built, owner.accountId, 500);
    const token = await tokenOf(owner, 'Busy');
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => charge(owner, n % 3 === 0 ? 7 : 1, { source: 'api', accessTokenId: token })),
    );
    const { data } = await historyOf(owner);
    expect(data.total).toBe(14 * 7 + 26);
    expect(data.tokens).toMatchObject([{ frames: 14 * 7 + 26 }]);
    expect(data.periods[0]?.charged).toBe(data.total);
  });

  it('SUB-08 costs the same however many entries there are: the plan reads the tally only', async () => {
    const { rows } = await built.context.db.execute<Record<string, string>>(
      sql`explain select * from usage_tally where account_id = ${randomUUID()} and day >= '2026-01-01'`,
    );
    expect(JSON.stringify(rows)).not.toContain('usage_entry');
    const indexes = await built.context.db.execute<{ name: string }>(
      sql`select indexname as name from pg_indexes where tablename = 'usage_tally'`,
    );
    expect(indexes.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['usage_tally_account', 'usage_tally_one']));
  });

  it('SUB-08 SEC-03 shows every member their own account, and nobody the period of another', async () => {
    const owner = await addMember(built, 'owner');
    const stranger = await addMember(built, 'owner');
    await grantFrames(built, owner.accountId, 10);
    await charge(owner, 3);
    const viewer = await addMember(built, 'viewer', owner.accountId);
    const { data } = await historyOf(viewer);
    expect(data.total).toBe(3);
    const period = data.periods[0]?.id ?? '';
    expect((await historyOf(stranger, period)).status).toBe(404);
    expect((await historyOf(stranger, randomUUID())).status).toBe(404);
    expect((await send(built, stranger, '/subscriptions/usage/export', { period })).statusCode).toBe(404);
    expect((await historyOf(stranger)).data).toMatchObject({ periods: [], total: 0, tokens: [] });
  });

  it('SUB-08 saves the same figures as CSV, in which no name is a formula', async () => {
    const owner = await addMember(built, 'owner');
    await grantFrames(built, owner.accountId, 100);
    await charge(owner, 12, { source: 'api', accessTokenId: await tokenOf(owner, '=SUM(A1)') });
    await charge(owner, 2);
    const period = (await historyOf(owner)).data.periods[0]?.id ?? '';
    const asked = await send(built, owner, '/subscriptions/usage/export', { period });
    const { id } = DataExport.parse(asked.json<{ data: { export: unknown } }>().data.export);
    await makeExport(built.context, id, new AbortController().signal);
    const link = await built.app.inject({ url: `/api/users/me/exports/${id}/download`, headers: owner.headers });
    const { url } = link.json<{ data: { url: string } }>().data;
    const file = await built.app.inject({ url: url.replace(built.context.config.publicUrl, '') });
    const day = new Date().toISOString().slice(0, 10);
    expect(file.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'day,source,api_token,frames,period_id',
      `${day},api,'=SUM(A1),12,${period}`,
      `${day},dashboard,,2,${period}`,
      '',
    ]);
  });

  it('SUB-08 names each period by the plan and the dates that it was paid for, also after a cheaper plan came', async () => {
    const owner = await addMember(built, 'owner');
    await buy(built, owner, 'growth');
    await order(built, owner, 'starter');
    const bought = built.clock.now();
    const [first, second] = [addMonths(bought, 1), addMonths(bought, 2)];
    const api = async () => apiUsage(built.context.db, owner.accountId, built.clock.now());
    expect(await api()).toMatchObject({ period: { start: bought.toISOString(), end: first.toISOString() } });
    built.clock.advance(first.getTime() - bought.getTime());
    await renewSubscriptions(built.context);
    const data = await usageHistory(built.context, owner.accountId, {});
    expect(data.periods).toMatchObject([
      { plan: 'starter', start: first.toISOString(), end: second.toISOString(), allowed: 20_000 },
      { plan: 'growth', start: bought.toISOString(), end: first.toISOString(), allowed: 35_714 },
    ]);
    expect(await api()).toMatchObject({ period: { start: first.toISOString(), end: second.toISOString() } });
  });

  it('SUB-08 goes with the account', async () => {
    const owner = await addMember(built, 'owner');
    await grantFrames(built, owner.accountId, 10);
    await charge(owner, 3);
    await built.context.db.execute(sql`update account set deleted_at = now() where id = ${owner.accountId}`);
    await removeAccount(built.context, owner.accountId, new AbortController().signal);
    const { rows } = await built.context.db.execute(sql`select 1 from usage_tally where account_id = ${owner.accountId}`);
    expect(rows).toEqual([]);
  });
});

describe('mails about the allowance', () => {
  const subjects = async (email: string, count: number) =>
    (await built.mailsTo(email, count)).map(({ subject }) => subject).sort();

  it('SUB-08 go to the owner once at 80 % and once at the end, however many charges run at the same time', async () => {
    const owner = await addMember(built, 'owner');
    const viewer = await addMember(built, 'viewer', owner.accountId);
    await grantFrames(built, owner.accountId, 30);
    await Promise.all(Array.from({ length: 23 }, () => charge(owner, 1)));
    expect((await built.outbox()).filter(({ to }) => to === owner.email)).toEqual([]);
    await Promise.all(Array.from({ length: 7 }, () => charge(owner, 1)));
    expect(await subjects(owner.email, 2)).toEqual(['You have used 80 % of your frames', 'You have used all your frames']);
    const mails = await built.outbox();
    expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(2);
    expect(mails.filter(({ to }) => to === viewer.email)).toEqual([]);
    expect(mails.find(({ to, subject }) => to === owner.email && subject.includes('all your frames'))?.text).toContain(
      '30 of 30 frames',
    );
    const counted = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, owner.accountId));
    expect(counted).toMatchObject([{ used: 30, reserved: 0 }]);
  });

  it('SUB-08 name the day on which the paid period ends', async () => {
    const owner = await addMember(built, 'owner');
    await buy(built, owner, 'development');
    const end = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(addMonths(built.clock.now(), 1));
    await charge(owner, 333);
    const mails = await built.mailsTo(owner.email, 1);
    expect(mails[0]?.text).toContain(`The period ends on ${end} (UTC)`);
  });

  it('SUB-08 say the last thing only when one charge takes all, and nothing while another period has frames', async () => {
    const { db } = built.context;
    const whole = await addMember(built, 'owner');
    await grantFrames(built, whole.accountId, 60);
    await charge(whole, 60);
    expect(await subjects(whole.email, 1)).toEqual(['You have used all your frames']);
    const rich = await addMember(built, 'owner');
    await grantFrames(built, rich.accountId, 10);
    await grantFrames(built, rich.accountId, 10);
    for (let n = 0; n < 10; n += 1) await charge(rich, 1);
    await charge(rich, 8);
    expect(await subjects(rich.email, 1)).toEqual(['You have used 80 % of your frames']);
    expect(await db.$count(usageEntry, eq(usageEntry.kind, 'commit'))).toBeGreaterThan(0);
  });
});
