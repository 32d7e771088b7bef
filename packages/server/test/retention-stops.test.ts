import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, appeal, decision, delivery, media, notice, retention, statement } from '../src/db/schema.ts';
import { linkNotice, searchCopies } from '../src/notices/link-notice.ts';
import { fileNotice } from '../src/notices/receive-notice.ts';
import { keptForEver, saveRetention } from '../src/retention/days.ts';
import { previewRetention } from '../src/retention/preview-retention.ts';
import { retainAccount } from '../src/retention/retain-account.ts';
import { receiveAppeal } from '../src/statements/appeals.ts';
import { findStatement } from '../src/statements/read-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { writeItem } from './helpers/review-team.ts';

const dayMs = 24 * 3_600_000;
const days = { safe_days: 30, flagged_days: 30, results_days: null, logs_days: null };
const content = {
  facts: 'A person reviewed it and decided.',
  ground: 'terms',
  label: { key: 'other', name: 'Other', text: 'No.' },
  reference: '',
  reference_url: null,
  automated_detection: false,
  automated_decision: 'not_automated',
  source: 'voluntary',
  restriction: 'removed',
  platformName: 'Pears',
  contact: null,
  outOfCourt: null,
} as const;

describe('what stops retention', () => {
  let built: Built;
  let accountId: string;
  let numbers = 0;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    const { db } = built.context;
    await db.delete(retention);
    const [made] = await db.insert(account).values({}).returning();
    accountId = made?.id ?? '';
    await saveRetention(db, accountId, { ...keptForEver, safeDays: 30, flaggedDays: 30, logsDays: 30 });
  });

  const ago = (count: number) => new Date(built.clock.now().getTime() - count * dayMs);
  const item = (values: Partial<typeof media.$inferInsert> = {}) =>
    writeItem(built, accountId, { createdAt: ago(100), moderationCheckedAt: ago(100), ...values });
  const sweep = () => retainAccount(built.context, accountId, async () => {});
  const dueNow = async () => (await previewRetention(built.context, accountId, days)).items;
  const isThere = async (id: string) => (await built.context.db.$count(media, eq(media.id, id))) > 0;
  const stateOf = async (mediaId: string, values: Partial<typeof statement.$inferInsert> = {}) => {
    numbers += 1;
    const until = { appealUntil: ago(-30), createdAt: ago(99) };
    const [made] = await built.context.db
      .insert(statement)
      .values({ accountId, number: numbers, mediaId, content, attempt: 1, ...until, ...values })
      .returning();
    return made?.id ?? '';
  };
  const appealAgainst = async (statementId: string) => {
    const stated = await findStatement(built.context.db, accountId, statementId);
    return await receiveAppeal(built.context, stated, 'somebody', { text: 'It is a cat.' });
  };
  const notify = async (values: Partial<typeof notice.$inferInsert>) => {
    numbers += 1;
    const times = { receivedAt: ago(3), dueAt: ago(-4) };
    const what = { kind: 'dsa', source: 'article_16', ground: 'terms', explanation: 'It is mine.' } as const;
    const [made] = await built.context.db
      .insert(notice)
      .values({ accountId, number: numbers, ...times, ...what, ...values })
      .returning();
    return made?.id ?? '';
  };
  const waiters = () => lockWaiters(built.context.db);
  /** Somebody else, who holds something until the end. */
  async function holding(query: string, values: unknown[], act: (release: () => Promise<unknown>) => Promise<void>) {
    const other = new pg.Client({ connectionString: built.database.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(query, values);
      await act(() => other.query('rollback'));
    } finally {
      await other.end();
    }
  }

  it('TRUST-B8 an open appeal keeps item and what was sent of it; one that was decided or could still come does not', async () => {
    const { db } = built.context;
    const [open, decided, possible] = [await item({ moderationFlagged: true }), await item(), await item()];
    const told = {
      accountId,
      mediaId: open,
      event: 'x',
      state: 'delivered',
      nextAttemptAt: ago(90),
      finishedAt: ago(90),
    } as const;
    await db.insert(delivery).values(told);
    await appealAgainst(await stateOf(open));
    const closed = await appealAgainst(await stateOf(decided));
    await db
      .update(appeal)
      .set({ outcome: 'upheld', decidedAt: ago(0) })
      .where(eq(appeal.id, closed.id));
    const stays = await stateOf(possible);
    expect(await dueNow()).toBe(2);
    expect(await sweep()).toMatchObject({ items: 2, deliveries: 0 });
    expect([await isThere(open), await isThere(decided), await isThere(possible)]).toEqual([true, false, false]);
    expect(await db.$count(delivery, eq(delivery.mediaId, open))).toBe(1);
    // The files are gone, the statement is not, and an appeal still reaches the account.
    expect((await findStatement(db, accountId, stays)).row.mediaId).toBe(possible);
    expect(await appealAgainst(stays)).toMatchObject({ status: 'open' });
  });

  it('TRUST-B8 an appeal against a statement whose decision was undone keeps nothing: nobody can decide it', async () => {
    const { db } = built.context;
    const mediaId = await item();
    const made = { mediaId, accountId, to: true, from: false, tokenName: 't', at: ago(99) };
    const [row] = await db.insert(decision).values(made).returning();
    await appealAgainst(await stateOf(mediaId, { decisionId: row?.id ?? null, attempt: null }));
    expect(await dueNow()).toBe(0);
    await db
      .update(decision)
      .set({ undoneAt: ago(98) })
      .where(eq(decision.mediaId, mediaId));
    expect(await sweep()).toMatchObject({ items: 1 });
  });

  it('TRUST-B8 an open notice keeps its item and the copies that were found, until it is decided', async () => {
    const [linked, copy, other] = [await item(), await item(), await item()];
    await notify({ mediaId: linked, copies: [{ media_id: copy, distance: 2, mirrored: false }] });
    expect(await dueNow()).toBe(1);
    expect(await sweep()).toMatchObject({ items: 1 });
    expect([await isThere(linked), await isThere(copy), await isThere(other)]).toEqual([true, true, false]);
    await built.context.db.update(notice).set({ outcome: 'no_action' }).where(eq(notice.mediaId, linked));
    expect(await sweep()).toMatchObject({ items: 2 });
  });

  it('TRUST-B8 an open notice of another account keeps nothing', async () => {
    const mediaId = await item();
    const [other] = await built.context.db.insert(account).values({}).returning();
    await notify({ accountId: other?.id ?? '', copies: [{ media_id: mediaId, distance: 0, mirrored: false }] });
    expect(await sweep()).toMatchObject({ items: 1 });
  });

  it('TRUST-B8 an appeal that arrives while the sweep runs keeps its item', async () => {
    const mediaId = await item();
    const statementId = await stateOf(mediaId);
    // Another appeal against the same statement makes this one wait after it took hold of its item.
    const insert = 'insert into appeal (id, account_id, statement_id, text, received_at) values ($1, $2, $3, $4, now())';
    await holding(insert, [randomUUID(), accountId, statementId, 'first'], async (release) => {
      const taken = appealAgainst(statementId);
      await expect.poll(waiters).toBe(1);
      expect(await sweep()).toMatchObject({ items: 0 });
      await release();
      expect(await taken).toMatchObject({ status: 'open' });
    });
    expect(await sweep()).toMatchObject({ items: 0 });
    expect(await isThere(mediaId)).toBe(true);
  });

  it('TRUST-B8 an appeal that comes after the sweep took its item is confirmed when the item is gone, not before', async () => {
    const mediaId = await item();
    const statementId = await stateOf(mediaId);
    // The sweep has judged the item, and waits for known pictures before it deletes.
    await holding('lock table known_picture in exclusive mode', [], async (release) => {
      const swept = sweep();
      await expect.poll(waiters).toBe(1);
      const taken = appealAgainst(statementId);
      await expect.poll(waiters).toBe(2);
      await release();
      expect(await taken).toMatchObject({ status: 'open' });
      expect(await isThere(mediaId)).toBe(false);
      expect(await swept).toMatchObject({ items: 1 });
    });
  });

  it.each(['filed', 'linked', 'found by its address'] as const)(
    'TRUST-B8 a notice that is %s while the sweep runs keeps its item',
    async (way) => {
      const { context } = built;
      const originalUrl = `https://pears.example/${randomUUID()}`;
      const mediaId = await item({ originalUrl });
      const said = {
        kind: 'other',
        ground: 'terms',
        explanation: 'Mine.',
        name: 'N',
        email: 'n@example.com',
        good_faith: true,
      } as const;
      const id = await notify(way === 'found by its address' ? { itemUrl: originalUrl } : {});
      const acts = {
        filed: () => fileNotice(context, { accountId, tokenName: 't' }, { ...said, media_id: mediaId }),
        linked: () => linkNotice(context, { accountId, tokenName: 't' }, id, mediaId),
        'found by its address': () => searchCopies(context, id),
      };
      // Everybody who writes a notice waits after they took hold of the item.
      await holding('lock table notice in share row exclusive mode', [], async (release) => {
        const done = acts[way]();
        await expect.poll(waiters).toBe(1);
        const swept = await sweep();
        await release();
        await done;
        expect(swept).toMatchObject({ items: 0 });
      });
      expect(await sweep()).toMatchObject({ items: 0 });
      expect(await isThere(mediaId)).toBe(true);
    },
  );
});
