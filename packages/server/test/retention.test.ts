import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitorAccountId } from '../src/accounts/visitor-account-id.ts';
import { usageOf } from '../src/billing/usage.ts';
import type { RetentionDays } from '../src/config-retention.ts';
import {
  account,
  analysis,
  decision,
  delivery,
  deliveryAttempt,
  installation,
  knownImport,
  knownPicture,
  knownState,
  media,
  mediaSecond,
  objectRemoval,
  retention,
  securityEvent,
  sweepPosition,
  usageEntry,
  usageTally,
} from '../src/db/schema.ts';
import { retain } from '../src/jobs/retain.ts';
import { decide } from '../src/moderation/decide/decide.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { sumDays } from '../src/moderation/list/tally.ts';
import { keptForEver, saveRetention } from '../src/retention/days.ts';
import { removeItems } from '../src/retention/remove-items.ts';
import { retainAccount } from '../src/retention/retain-account.ts';
import { retainAll } from '../src/retention/retain-all.ts';
import { settingsOf } from '../src/settings/installed-settings.ts';
import { forgetBodies } from '../src/webhooks/forget-bodies.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const dayMs = 24 * 3_600_000;
const never = async () => {};
const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: true, signal, stopping: signal, alive: () => undefined };
const hash = { pdq: 'ab'.repeat(32), mirrored: 'cd'.repeat(32), quality: 100 };

let built: Built;
let accountId: string;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  const examine: typeof quickExaminer.examine = async (bytes) => {
    const examined = await quickExaminer.examine(bytes);
    return { ...examined, analysis: { ...examined.analysis, text: 'read in it', hash } };
  };
  await runQueuedModeration(built, { examine });
});
afterAll(() => built.close());
beforeEach(async () => {
  const { db } = built.context;
  await db.delete(retention);
  await db.delete(sweepPosition);
  await bind({});
  const [made] = await db.insert(account).values({}).returning();
  accountId = made?.id ?? '';
});

const ago = (days: number) => new Date(built.clock.now().getTime() - days * dayMs);
const choose = (days: Partial<RetentionDays>, id = accountId) => saveRetention(built.context.db, id, { ...keptForEver, ...days });
const keep = async (days: Partial<RetentionDays>, id = accountId) => {
  await choose(days, id);
  return retainAccount(built.context, id, never);
};

/** The operator's bounds, as a start writes them. */
async function bind(most: Partial<RetentionDays>): Promise<void> {
  const values = settingsOf({ ...built.context.config, retentionMax: { ...keptForEver, ...most } });
  await built.context.db.update(installation).set({ settings: { values, by: null, at: ago(0).toISOString() } });
}

type Made = Partial<typeof media.$inferInsert>;
/** An item as an analysis left it so many days ago, with its result. */
async function item(days: number, more: Made = {}): Promise<string> {
  const { db } = built.context;
  const id = randomUUID();
  const at = ago(days);
  await db.insert(media).values({
    id,
    accountId,
    source: 'api',
    filename: `${id}.png`,
    originalFilename: 'a.png',
    tags: [],
    kind: 'png',
    mimeType: 'image/png',
    fileSizeBytes: 1,
    objectKey: `${accountId}/${id}/in`,
    state: 'done',
    moderationFlagged: false,
    moderationCheckedAt: at,
    createdAt: at,
    ...more,
  });
  const result = sql`'{}'::jsonb`;
  if ((more.state ?? 'done') === 'done')
    await db.execute(
      sql`insert into analysis (media_id, attempt, analysis, moderation, created_at)
        values (${id}, 1, ${result}, ${result}, ${at.toISOString()})`,
    );
  return id;
}
/** So many safe items of 50 days ago. */
const manyItems = (count: number) =>
  built.context.db.execute(sql`
    insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state,
      moderation_flagged, moderation_checked_at, created_at)
    select ${accountId}, 'api', 'f', 'f', '{}', 'png', 'image/png', 1, gen_random_uuid()::text, 'done', false,
      ${ago(50).toISOString()}, ${ago(50).toISOString()}::timestamptz + n * interval '1 ms' from generate_series(1, ${count}) n`);
const waitsForLock = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await built.context.db.execute(waiting)).rows.length > 0;
};
const decideAt = (mediaId: string, days: number) =>
  built.context.db.insert(decision).values({ mediaId, accountId, to: true, from: false, tokenName: 't', at: ago(days) });
const tell = async (mediaId: string, days: number, state: 'waiting' | 'delivered' = 'delivered') => {
  const finishedAt = state === 'waiting' ? null : ago(days);
  const values = { accountId, mediaId, event: 'media.flagged', body: '{}', state, nextAttemptAt: ago(days), finishedAt };
  const [made] = await built.context.db.insert(delivery).values(values).returning();
  const deliveryId = made?.id ?? '';
  await built.context.db
    .insert(deliveryAttempt)
    .values({ deliveryId, number: 1, at: ago(days), durationMs: 1, status: 200, response: 'ok' });
  return deliveryId;
};
const left = async (ids: string[]) => {
  const rows = await built.context.db.select({ id: media.id }).from(media).where(inArray(media.id, ids));
  return ids.map((id) => rows.some((row) => row.id === id));
};
const counts = () => sumDays(built.context, accountId, {});

describe('for how long an account keeps items', () => {
  it('keeps everything where nothing was chosen', async () => {
    const old = await item(4_000);
    expect(await keep({})).toEqual({ items: 0, results: 0, deliveries: 0, securityLines: 0 });
    expect(await left([old])).toEqual([true]);
  });

  it('removes safe items and flagged ones by their own days, and counts what waits for a person as flagged', async () => {
    const ids = [
      await item(31),
      await item(29),
      await item(31, { moderationFlagged: true }),
      await item(91, { moderationFlagged: true }),
      await item(31, { needsReview: true }),
      await item(91, { needsReview: true }),
      await item(31, { state: 'failed', moderationFlagged: null, moderationCheckedAt: null }),
      await item(91, { state: 'refused', moderationFlagged: null, moderationCheckedAt: null }),
    ];
    expect(await keep({ safeDays: 30, flaggedDays: 90 })).toMatchObject({ items: 4 });
    expect(await left(ids)).toEqual([false, true, true, false, true, false, true, false]);
    expect(await keep({ safeDays: 30 })).toMatchObject({ items: 0 });
    expect(await counts()).toMatchObject({ safe: 2, flagged: 1, not_checked: 1 });
  });

  it('counts days from the newest verdict or decision, not from the upload', async () => {
    const ids = [await item(100, { moderationCheckedAt: ago(5) }), await item(100), await item(100)];
    await decideAt(ids[1] ?? '', 50);
    await decideAt(ids[1] ?? '', 5);
    await decideAt(ids[2] ?? '', 50);
    await keep({ safeDays: 30, flaggedDays: 30 });
    expect(await left(ids)).toEqual([true, true, false]);
  });

  it('SEC-02 leaves an item under legal hold, one that is being analysed, and one of which a webhook has to be told', async () => {
    const held = await item(100, { legalHoldAt: ago(1) });
    const queued = await item(100, { state: 'queued' });
    const untold = await item(100);
    await tell(untold, 100, 'waiting');
    await tell(held, 100);
    await keep({ safeDays: 1, flaggedDays: 1, resultsDays: 1, logsDays: 30 });
    expect(await left([held, queued, untold])).toEqual([true, true, true]);
    expect(await built.context.db.$count(analysis, inArray(analysis.mediaId, [held, untold]))).toBe(2);
    expect(await built.context.db.$count(delivery, inArray(delivery.mediaId, [held, untold]))).toBe(2);
  });

  it('names the files for removal in the same transaction, and the hash that a decision left goes, one of a list stays', async () => {
    const { db } = built.context;
    const id = await item(100, { displayKey: `${accountId}/x/display` });
    const known = { accountId, list: 'block', pdq: Buffer.alloc(32), decidedAt: ago(100) } as const;
    const [list] = await db.insert(knownImport).values({ accountId, list: 'block', name: 'ours' }).returning();
    await db.insert(knownPicture).values([
      { ...known, position: 1, mediaId: id },
      { ...known, position: 2, importId: list?.id ?? '' },
    ]);
    await keep({ safeDays: 30 });
    const keys = [`${accountId}/${id}/in`, `${accountId}/x/display`];
    expect(await db.$count(objectRemoval, inArray(objectRemoval.key, keys))).toBe(2);
    const rows = await db.select().from(knownPicture).where(eq(knownPicture.accountId, accountId));
    expect(rows.map(({ position }) => position)).toEqual([2]);
  });

  it('goes through items of one moment in pages, without missing or repeating one', async () => {
    const { db } = built.context;
    await db.execute(sql`
      insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state,
        moderation_flagged, moderation_checked_at, created_at)
      select ${accountId}, 'api', 'f', 'f', '{}', 'png', 'image/png', 1, gen_random_uuid()::text, 'done', n % 2 = 0,
        ${ago(50).toISOString()}, ${ago(50).toISOString()} from generate_series(1, 2300) n`);
    expect(await keep({ safeDays: 30 })).toMatchObject({ items: 1_150 });
    expect(await counts()).toMatchObject({ safe: 0, flagged: 1_150 });
  });
});

describe('what stays of an item', () => {
  let person: Uploader;
  beforeAll(async () => {
    person = await createUploader(built);
  });
  const upload = async () => resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) })).media_upload.id;
  const shown = async (id: string) => {
    // Sessions end before the days do.
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await built.app.inject({ url: `/api/v1/media/${id}`, headers });
    return answer.json<{ data: { media_upload: Record<string, unknown> } }>().data.media_upload;
  };
  const decideNow = (id: string, verdict: 'pass' | 'fail') =>
    decide(built.context, { accountId: person.accountId, tokenName: 't' }, id, { verdict, undoDelayMs: 0, note: undefined });

  it('API-02 loses scores, texts and description after its days, keeps the verdict and says why', async () => {
    const { db } = built.context;
    const id = await upload();
    await db.insert(mediaSecond).values({ mediaId: id, second: 0, scores: {}, flagged: false, needsReview: false });
    // Nobody asked for its writing.
    await db.update(media).set({ writingTries: 0 }).where(eq(media.id, id));
    accountId = person.accountId;
    const told = await tell(id, 0);
    built.clock.advance(8 * dayMs);
    expect(await keep({ resultsDays: 9 }, person.accountId)).toMatchObject({ results: 0 });
    expect(await shown(id)).toMatchObject({ moderation: { passed: true }, moderationError: null });
    expect(await keep({ resultsDays: 7 }, person.accountId)).toMatchObject({ results: 1, items: 0 });
    expect(await shown(id)).toMatchObject({
      moderation: null,
      moderationFlagged: false,
      processing: false,
      moderationError: 'The retention period of the account removed the results of the analysis.',
    });
    expect(await db.$count(mediaSecond, eq(mediaSecond.mediaId, id))).toBe(0);
    const [row] = await db.select().from(delivery).where(eq(delivery.id, told));
    const [made] = await db.select().from(deliveryAttempt).where(eq(deliveryAttempt.deliveryId, told));
    expect([row?.body, made?.response]).toEqual([null, null]);
    expect(await findMedia(db, id), 'nothing is left to be read for').toMatchObject({ writingTries: null });
    expect(await keep({ resultsDays: 7 }, person.accountId)).toMatchObject({ results: 0 });
  });

  it('REV-05 can still be decided: the decision names the result, and the known picture follows it', async () => {
    const { db } = built.context;
    const id = await upload();
    await decideNow(id, 'fail');
    const listed = async () => (await db.select().from(knownPicture).where(eq(knownPicture.mediaId, id))).map(({ list }) => list);
    expect(await listed()).toEqual(['block']);
    built.clock.advance(8 * dayMs);
    expect(await keep({ resultsDays: 7 }, person.accountId)).toMatchObject({ results: 1 });
    expect(await decideNow(id, 'pass')).toMatchObject({ attempt: 1, to: false });
    expect(await listed()).toEqual(['allow']);
  });

  it('UP-08 changes nothing of what was used in the month when it goes', async () => {
    const { db, clock } = built.context;
    const id = await upload();
    const facts = async () => ({
      usage: await usageOf(db, person.accountId, clock.now()),
      entries: await db.select().from(usageEntry).where(eq(usageEntry.mediaId, id)).orderBy(usageEntry.id),
      tally: await db.select().from(usageTally).where(eq(usageTally.accountId, person.accountId)).orderBy(usageTally.day),
    });
    built.clock.advance(2 * dayMs);
    const before = await facts();
    expect(before.entries.map(({ kind }) => kind)).toEqual(['reserve', 'commit']);
    await keep({ safeDays: 1 }, person.accountId);
    expect(await left([id])).toEqual([false]);
    expect(await facts()).toEqual(before);
  });
});

describe('retention beside others', () => {
  const decideNow = (id: string) =>
    decide(built.context, { accountId, tokenName: 't' }, id, { verdict: 'fail', undoDelayMs: 0, note: undefined });

  it.each([
    ['decided', async (id: string) => void (await decideNow(id))],
    ['held', async (id: string) => void (await placeLegalHold(built.context, { mediaId: id, reason: 'case' }))],
    [
      'analysed again',
      async (id: string) => void (await built.context.db.update(media).set({ state: 'queued' }).where(eq(media.id, id))),
    ],
  ])('keeps an item that is %s after it was looked at', async (_what, act) => {
    const [id, other] = [await item(50), await item(60)];
    let batch = 0;
    // Before the first page, then before the piece that goes.
    await choose({ safeDays: 30, flaggedDays: 30, resultsDays: 30 });
    const done = await retainAccount(built.context, accountId, async () => {
      batch += 1;
      if (batch === 2) await act(id);
    });
    expect(done).toMatchObject({ items: 1, results: 0 });
    expect(await left([id, other])).toEqual([true, false]);
  });

  it('does not wait for whoever has an item locked, and keeps it', async () => {
    const [id, other] = [await item(50), await item(60)];
    const holder = new pg.Client({ connectionString: built.database.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from media where id = $1 for update', [id]);
      await keep({ safeDays: 30 });
    } finally {
      await holder.end();
    }
    expect(await left([id, other])).toEqual([true, false]);
    expect(await keep({ safeDays: 30 })).toMatchObject({ items: 1 });
  });

  it('keeps an item whose event is being sent again, and does not wait for that', async () => {
    const [id, other] = [await item(50), await item(60)];
    const told = await tell(id, 50);
    await tell(other, 50);
    const person = new pg.Client({ connectionString: built.database.url });
    await person.connect();
    try {
      await person.query('begin');
      await person.query("update delivery set state = 'waiting', finished_at = null where id = $1", [told]);
      expect(await keep({ safeDays: 30, resultsDays: 20, logsDays: 30 })).toMatchObject({ items: 1, results: 0, deliveries: 0 });
      await person.query('commit');
    } finally {
      await person.end();
    }
    expect(await left([id, other])).toEqual([true, false]);
    const [row] = await built.context.db.select().from(delivery).where(eq(delivery.id, told));
    expect(row).toMatchObject({ state: 'waiting', body: '{}' });
  });

  it('goes by what the account chose last, also when it chose that after its items were looked at', async () => {
    const ids = [await item(50), await item(60, { moderationFlagged: true })];
    const told = await tell(ids[0] ?? '', 50);
    await choose({ safeDays: 30, flaggedDays: 30, resultsDays: 30, logsDays: 30 });
    let batch = 0;
    const done = await retainAccount(built.context, accountId, async () => {
      batch += 1;
      if (batch === 2) await choose({});
    });
    expect(done).toEqual({ items: 0, results: 0, deliveries: 0, securityLines: 0 });
    expect(await left(ids)).toEqual([true, true]);
    expect(await built.context.db.$count(delivery, eq(delivery.id, told))).toBe(1);
  });

  it('leaves to the deletion what belongs to an account that is closed meanwhile, and locks the account before its days', async () => {
    const { db } = built.context;
    const id = await item(50);
    await choose({ safeDays: 30 });
    const closing = new pg.Client({ connectionString: built.database.url });
    await closing.connect();
    try {
      await closing.query('begin');
      await closing.query('select from account where id = $1 for update', [accountId]);
      const removing = removeItems(built.context, accountId, [id]);
      await expect.poll(waitsForLock).toBe(true);
      // It holds nothing yet that whoever removes an account asks for.
      await closing.query('select from retention where account_id = $1 for update nowait', [accountId]);
      await closing.query('update account set deleted_at = now() where id = $1', [accountId]);
      await closing.query('commit');
      expect(await removing).toBe(0);
    } finally {
      await closing.end();
    }
    expect(await left([id])).toEqual([true]);
    await db.delete(media).where(eq(media.id, id));
  });

  it('lets nobody choose longer days between a look and what goes by it', async () => {
    const id = await item(50);
    await choose({ safeDays: 30 });
    const person = new pg.Client({ connectionString: built.database.url });
    await person.connect();
    try {
      await person.query('begin');
      await person.query('update retention set safe_days = null where account_id = $1', [accountId]);
      const removing = removeItems(built.context, accountId, [id]);
      await expect.poll(waitsForLock).toBe(true);
      await person.query('commit');
      expect(await removing).toBe(0);
    } finally {
      await person.end();
    }
    expect(await left([id])).toEqual([true]);
  });

  it('has hashes read anew in the transaction that removes some: a run that dies behind it owes nothing', async () => {
    const { db } = built.context;
    const known = { accountId, list: 'block', pdq: Buffer.alloc(32), decidedAt: ago(60) } as const;
    await db.insert(knownPicture).values({ ...known, position: 1, mediaId: await item(60) });
    await db.insert(knownState).values({ accountId, lastPosition: 1 });
    await manyItems(200);
    await choose({ safeDays: 30 });
    let batch = 0;
    const died = retainAccount(built.context, accountId, async () => {
      batch += 1;
      if (batch === 3) throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    const [state] = await db.select().from(knownState).where(eq(knownState.accountId, accountId));
    expect([await db.$count(knownPicture, eq(knownPicture.accountId, accountId)), state?.epoch]).toEqual([0, 1]);
  });

  it('removes each item once when two processes do the same', async () => {
    await manyItems(600);
    const [one, other] = await Promise.all([keep({ safeDays: 30 }), keep({ safeDays: 30 })]);
    expect(one.items + other.items).toBe(600);
    expect(await counts()).toMatchObject({ safe: 0 });
  });
});

describe('logs', () => {
  it('HOOK-05 removes ended deliveries with their attempts, and never one that waits', async () => {
    const { db } = built.context;
    const id = await item(100);
    const [old, young, open] = [await tell(id, 50), await tell(id, 20), await tell(id, 60, 'waiting')];
    expect(await keep({ logsDays: 30 })).toMatchObject({ deliveries: 1, items: 0 });
    const rows = await db.select({ id: delivery.id }).from(delivery).where(eq(delivery.mediaId, id));
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set([young, open]));
    expect(await db.$count(deliveryAttempt, eq(deliveryAttempt.deliveryId, old))).toBe(0);
  });

  it('removes deliveries in pieces, however many an item has', async () => {
    const { db } = built.context;
    const id = await item(100);
    const at = ago(90).toISOString();
    await db.execute(sql`
      insert into delivery (account_id, media_id, event, body, state, next_attempt_at, finished_at)
      select ${accountId}, ${id}, 'media.flagged', '{}', 'delivered', ${at}, ${at} from generate_series(1, 1500)`);
    await choose({ logsDays: 30 });
    let batch = 0;
    const stopped = retainAccount(built.context, accountId, async () => {
      batch += 1;
      if (batch === 3) throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await db.$count(delivery, eq(delivery.mediaId, id))).toBe(500);
    expect(await keep({ logsDays: 30 })).toMatchObject({ deliveries: 500 });
  });

  const line = async (kind: string, days: number) => {
    const createdAt = sql`now() - make_interval(days => ${days})`;
    await built.context.db.insert(securityEvent).values({ kind, accountId, createdAt, detail: `${kind} ${days}` });
  };
  const lines = async () => {
    const of = eq(securityEvent.accountId, accountId);
    const rows = await built.context.db.select().from(securityEvent).where(of).orderBy(securityEvent.id);
    return rows.map(({ detail }) => detail);
  };

  it('AUTH-16 keeps security lines for the days of the account, and what tells of a legal hold for a year', async () => {
    for (const days of [20, 40, 400]) {
      await line('session.confirmed', days);
      await line('media.held', days);
    }
    expect(await keep({ logsDays: 30 })).toMatchObject({ securityLines: 3 });
    expect(await lines()).toEqual(['session.confirmed 20', 'media.held 20', 'media.held 40']);
  });

  it('AUTH-16 keeps the log from whoever says fewer than 30 days, and from whoever says nothing', async () => {
    const { db } = built.context;
    await line('session.confirmed', 20);
    await line('session.confirmed', 300);
    const gone = db.delete(securityEvent).where(eq(securityEvent.accountId, accountId));
    await expect(gone).rejects.toMatchObject({ cause: { message: 'security_event is append-only' } });
    const smuggled = db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('clearframe.logs_days', '1', true)`);
      await tx.delete(securityEvent).where(eq(securityEvent.detail, 'session.confirmed 20'));
    });
    await expect(smuggled).rejects.toMatchObject({ cause: { message: 'security_event is append-only' } });
    expect(await lines()).toHaveLength(2);
  });

  it('AUTH-16 keeps lines longer than a year where the account keeps logs for longer', async () => {
    await line('session.confirmed', 400);
    await saveRetention(built.context.db, accountId, { ...keptForEver, logsDays: 500 });
    const { removeExpired } = await import('../src/accounts/remove-expired.ts');
    await removeExpired(built.context);
    expect(await lines()).toHaveLength(1);
    await bind({ logsDays: 365 });
    await removeExpired(built.context);
    expect(await lines()).toHaveLength(0);
  });

  it('HOOK-04 empties bodies until none is left, however many there are', async () => {
    const id = await item(1);
    const at = ago(8).toISOString();
    await built.context.db.execute(sql`
      insert into delivery (account_id, media_id, event, body, state, next_attempt_at, finished_at)
      select ${accountId}, ${id}, 'media.flagged', '{}', 'delivered', ${at}, ${at} from generate_series(1, 2500)`);
    expect(await forgetBodies(built.context)).toBeGreaterThanOrEqual(2_500);
    expect(await built.context.db.$count(delivery, and(eq(delivery.mediaId, id), isNotNull(delivery.body)))).toBe(0);
  });
});

describe('the daily round', () => {
  const newAccount = async (days: Partial<RetentionDays> | null) => {
    const [made] = await built.context.db.insert(account).values({}).returning();
    accountId = made?.id ?? '';
    if (days) await saveRetention(built.context.db, accountId, { ...keptForEver, ...days });
    return accountId;
  };

  it('goes through the accounts that chose something, once a day', async () => {
    await newAccount({ safeDays: 30 });
    const first = await item(50);
    await newAccount(null);
    const second = await item(50);
    await retain.run(built.context, {}, run);
    expect(await left([first, second])).toEqual([false, true]);
    const [late] = await built.context.db.select({ accountId: retention.accountId }).from(retention);
    accountId = late?.accountId ?? '';
    const third = await item(50);
    built.clock.advance(dayMs - 1);
    await retain.run(built.context, {}, run);
    expect(await left([third])).toEqual([true]);
    built.clock.advance(1);
    await retain.run(built.context, {}, run);
    expect(await left([third])).toEqual([false]);
  });

  it('holds the upper bounds of the operator for every account, but for closed ones and the visitors’', async () => {
    await newAccount({ safeDays: 300 });
    const longer = await item(50);
    await newAccount({ safeDays: 10 });
    const shorter = await item(20);
    await newAccount(null);
    const unset = await item(50);
    const [closed, visitors] = [await newAccount(null), visitorAccountId];
    const ofClosed = await item(50);
    await built.context.db
      .update(account)
      .set({ deletedAt: ago(1) })
      .where(eq(account.id, closed));
    await built.context.db.insert(account).values({ id: visitors }).onConflictDoNothing();
    accountId = visitors;
    const ofVisitors = await item(50);
    await bind({ safeDays: 30 });
    await retainAll(built.context, never);
    expect(await left([longer, shorter, unset, ofClosed, ofVisitors])).toEqual([false, false, false, true, true]);
    await built.context.db.delete(media).where(inArray(media.id, [ofClosed, ofVisitors]));
  });

  it('holds the bounds of the installation where it has said them, whatever this machine was told', async () => {
    await newAccount(null);
    const [older, younger] = [await item(50), await item(20)];
    await bind({ safeDays: 30 });
    const config = { ...built.context.config, retentionMax: { ...keptForEver, safeDays: 10, flaggedDays: 10 } };
    await retainAll({ ...built.context, config }, never);
    expect(await left([older, younger])).toEqual([false, true]);
  });

  it('goes on after a death between two batches with what is left', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await newAccount({ safeDays: 30 });
      ids.push(await item(50));
    }
    let batches = 0;
    const death = async () => {
      batches += 1;
      if (batches === 4) throw new Error('the process died');
    };
    await expect(retainAll(built.context, death)).rejects.toThrow('the process died');
    const gone = (await left(ids)).filter((there) => !there).length;
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(4);
    await retainAll(built.context, never);
    expect(await left(ids)).toEqual([false, false, false, false]);
  });

  it('does not let an account that fails keep the others from their turn', async () => {
    const { db } = built.context;
    await newAccount({ safeDays: 30 });
    const stuck = await item(50);
    await newAccount({ safeDays: 30 });
    const other = await item(50);
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await db.execute(
      sql`create trigger refuse before delete on media for each row when (old.id = ${sql.raw(`'${stuck}'`)}) execute function refuse()`,
    );
    try {
      await expect(retainAll(built.context, never)).rejects.toThrow('retention failed for some accounts');
      expect(await left([stuck, other])).toEqual([true, false]);
    } finally {
      await db.execute(sql`drop trigger refuse on media`);
    }
  });
});
