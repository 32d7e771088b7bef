import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import { accessToken, account, delivery, media, mediaTally, user, webhook } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { removePerson } from '../src/deletion/remove-person.ts';
import { foldTally } from '../src/moderation/list/tally.ts';
import { cancelUnsendable } from '../src/webhooks/lanes/claim.ts';
import { type Built, build } from './helpers/build.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createUploader } from './helpers/uploads.ts';

/** How many rows the largest statement on a table touched. */
const watched = ['media', 'decision', 'media_tally', 'usage_entry'] as const;
const watching = `create table touched (name text, rows bigint);
  create function note_touched() returns trigger language plpgsql as $$
    begin insert into touched select tg_table_name, count(*) from gone; return null; end $$;
  ${watched
    .map((name) =>
      ['update', 'delete']
        .map(
          (kind) => `create trigger ${name}_${kind}_touched after ${kind} on ${name} referencing old table as gone
            for each statement execute function note_touched();`,
        )
        .join('\n'),
    )
    .join('\n')}`;

const itemsOf = (more = '') => `insert into media (account_id, source, filename, original_filename, tags, kind, mime_type,
    file_size_bytes, object_key, state, moderation_flagged, created_at ${more && ', created_by'})
  select $1, 'dashboard', n, n, '{}', 'png', 'image/png', 1, 'k/' || n, 'done', false, now() ${more} from generate_series(1, $2) n`;

describe('what a large account does, nobody waits for', () => {
  let built: Built;
  let accountId: string;

  beforeAll(async () => {
    built = await build();
    await built.database.pool.query(watching);
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    await built.database.pool.query('truncate touched');
    [{ id: accountId } = { id: '' }] = await built.database.db.insert(account).values({}).returning({ id: account.id });
  });

  const most = async (name: (typeof watched)[number]) =>
    Number((await built.database.pool.query('select max(rows) as most from touched where name = $1', [name])).rows[0]?.most ?? 0);
  const hook = async () => {
    const [made] = await built.database.db
      .insert(webhook)
      .values({ accountId, url: 'https://example.com/', tokenSealed: 'x', secretSealed: 'x' })
      .returning();
    return made?.id ?? '';
  };

  it('TOK-02 a token is deleted without touching the items that it uploaded', async () => {
    const { db } = built.database;
    const token = { accountId, name: 'program', tokenHash: randomUUID(), tokenSealed: 'x' };
    const [made] = await db.insert(accessToken).values(token).returning();
    const id = await writeItem(built, accountId, { accessTokenId: made?.id ?? null });
    await db.delete(accessToken).where(eq(accessToken.accountId, accountId));
    expect(await most('media')).toBe(0);
    const [item] = await db.select().from(media).where(eq(media.id, id));
    expect(item?.accessTokenId).toBe(made?.id);
    // An upload that was under way.
    await writeItem(built, accountId, { accessTokenId: made?.id ?? null });
  });

  it('HOOK-01 an item is told of while its webhook is deleted: nobody waits, nothing fails, and nothing is sent', async () => {
    const { context, database } = built;
    const person = await createUploader(built);
    accountId = person.accountId;
    const [hookId, mediaId] = [await hook(), await writeItem(built, accountId)];
    const deleting = await database.pool.connect();
    await deleting.query('begin');
    await deleting.query('delete from webhook where id = $1', [hookId]);
    const failed = await send(built, person, `/media/${mediaId}/fail`, { hold_ms: 0 });
    expect(failed.statusCode).toBe(200);
    await deleting.query('commit');
    deleting.release();
    expect(await cancelUnsendable(context)).toBe(1);
    const rows = await database.db.select().from(delivery).where(eq(delivery.mediaId, mediaId));
    expect(rows.map(({ state, webhookId }) => [state, webhookId])).toEqual([['cancelled', hookId]]);
  });

  it('a webhook is deleted without touching what it was sent', async () => {
    const { db } = built.database;
    const [hookId, mediaId] = [await hook(), await writeItem(built, accountId)];
    const sent = { accountId, mediaId, webhookId: hookId, event: 'e', state: 'delivered', nextAttemptAt: new Date() } as const;
    await db.insert(delivery).values(sent);
    await db.delete(webhook).where(eq(webhook.id, hookId));
    const [kept] = await db.select().from(delivery).where(eq(delivery.mediaId, mediaId));
    expect(kept?.webhookId).toBe(hookId);
  });

  it('the name of a person who leaves goes from their items a thousand at a time', async () => {
    const { context, database } = built;
    const person = { name: 'Ada', email: 'ada@example.com', emailKey: randomUUID(), passwordHash: 'x' };
    const [made] = await database.db.insert(user).values(person).returning();
    const userId = made?.id ?? '';
    await database.pool.query(itemsOf(`, '${userId}'`), [accountId, 2_500]);
    await database.pool.query(
      `insert into decision (media_id, account_id, user_id, "from", "to") select id, $1, $2, false, true from media where account_id = $1`,
      [accountId, userId],
    );
    await removePerson(context, userId);
    expect(await database.db.$count(user, eq(user.id, userId))).toBe(0);
    const left = 'select 1 from media where created_by = $1 union all select 1 from decision where user_id = $1';
    expect((await database.pool.query(left, [userId])).rowCount).toBe(0);
    expect(await most('media')).toBe(1_000);
    expect(await most('decision')).toBe(1_000);
  });

  it('the ledger of an account that closes goes a thousand entries at a time', async () => {
    const { context, database } = built;
    const period = {
      accountId,
      subscriptionId: null,
      planId: 'starter',
      startsAt: new Date(),
      endsAt: new Date(Date.now() + 1_000_000),
    };
    const periodId = await database.db.transaction((tx) => openPeriod(tx, { ...period, frames: 10_000, reason: 'test' }));
    await database.pool.query(
      `insert into usage_entry (period_id, media_id, attempt, kind, frames)
        select $1, gen_random_uuid(), 1, 'reserve', 1 from generate_series(1, 2500)`,
      [periodId],
    );
    await database.db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, accountId));
    await removeAccount(context, accountId, new AbortController().signal);
    expect(await database.db.$count(account, eq(account.id, accountId))).toBe(0);
    expect(await most('usage_entry')).toBe(1_000);
  });

  it('DASH-02 sums of days are left alone once each is one row, and many changes are folded some at a time', async () => {
    const { context, database } = built;
    // What other tests left.
    await foldTally(context);
    await database.pool.query('truncate touched');
    await database.pool.query(
      `insert into media_tally (account_id, day, state, delta)
        select $1::uuid, date '2026-01-01' + n, 'safe', 1 from generate_series(0, 299) n
        union all select $1::uuid, date '2026-01-01', 'safe', 1 from generate_series(1, 45000)`,
      [accountId],
    );
    expect(await foldTally(context)).toBe(45_000);
    expect(await most('media_tally')).toBeLessThanOrEqual(20_000);
    expect(await database.db.$count(mediaTally, eq(mediaTally.accountId, accountId))).toBe(300);
    await database.pool.query('truncate touched');
    expect(await foldTally(context)).toBe(0);
    expect(await most('media_tally')).toBe(0);
    const sum = await database.pool.query('select sum(delta)::int as sum from media_tally where account_id = $1', [accountId]);
    expect(sum.rows).toEqual([{ sum: 45_300 }]);
  });
});
