import type { AuditEntry, Retention } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installation, media, notice, sweepPosition } from '../src/db/schema.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { keptForEver } from '../src/retention/days.ts';
import { retainAll } from '../src/retention/retain-all.ts';
import { settingsOf } from '../src/settings/installed-settings.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const dayMs = 24 * 3_600_000;
const forEver: Retention = { safe_days: null, flagged_days: null, results_days: null, logs_days: null };

describe('retention of an account', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const ago = (days: number) => new Date(built.clock.now().getTime() - days * dayMs);
  const item = (days: number, values: Partial<typeof media.$inferInsert> = {}) =>
    writeItem(built, ada.accountId, { createdAt: ago(days), moderationCheckedAt: ago(days), ...values });
  const save = (days: Partial<Retention>) => send(built, ada, '/retention', { ...forEver, ...days });
  const preview = async (days: Partial<Retention>) => {
    const answer = await send(built, ada, '/retention/preview', { ...forEver, ...days });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: unknown }>().data;
  };
  const get = (path: string, who: Pick<Uploader, 'headers'> = ada) =>
    built.app.inject({ url: `/api${path}`, headers: who.headers });
  const audited = async (action: string) =>
    (await get(`/audit?action=${action}`)).json<{ data: { entries: AuditEntry[] } }>().data.entries;
  const left = async () =>
    (await built.context.db.select({ id: media.id }).from(media).where(eq(media.accountId, ada.accountId))).map(({ id }) => id);

  it('TRUST-B8 keeps everything until the owner chooses days, which the audit log names', async () => {
    expect((await get('/retention')).json()).toMatchObject({ data: { retention: forEver } });
    const chosen = { safe_days: 30, flagged_days: 90, results_days: 7, logs_days: 30 };
    expect((await save(chosen)).json()).toMatchObject({ data: { retention: chosen } });
    expect((await get('/retention')).json()).toMatchObject({ data: { retention: chosen } });
    expect(await audited('retention.changed')).toMatchObject([{ actor: { type: 'person', id: ada.userId }, detail: chosen }]);
  });

  it.each([{ safe_days: 0 }, { flagged_days: 3_651 }, { results_days: 1.5 }, { logs_days: 29 }])(
    'TRUST-B8 takes no days like %j',
    async (days) => {
      expect((await save(days)).statusCode).toBe(400);
      expect((await get('/retention')).json()).toMatchObject({ data: { retention: forEver } });
    },
  );

  it('TRUST-B8 takes no more days than the operator keeps anything', async () => {
    const { config, db } = built.context;
    const bind = (safeDays: number | null) => {
      const values = settingsOf({ ...config, retentionMax: { ...keptForEver, safeDays } });
      return db.update(installation).set({ settings: { values, by: null, at: ago(0).toISOString() } });
    };
    await bind(60);
    try {
      const refused = await save({ safe_days: 61 });
      expect(refused.json()).toMatchObject({ errors: [{ path: 'safe_days', message: 'The limit of this server is 60 days' }] });
      expect((await save({ safe_days: 60 })).statusCode).toBe(200);
    } finally {
      await bind(null);
    }
  });

  it('TRUST-B8 belongs to the owner, who proves who they are before days change', async () => {
    const moderator = await joinAccount(built, ada.accountId, 'moderator');
    expect((await get('/retention', moderator)).statusCode).toBe(403);
    expect((await send(built, moderator, '/retention', forEver)).statusCode).toBe(403);
    expect((await send(built, moderator, '/retention/preview', forEver)).statusCode).toBe(403);
    built.clock.advance(11 * 60_000);
    expect((await save({ safe_days: 1 })).json()).toMatchObject({ code: 'confirmation_required' });
    expect(await preview({ safe_days: 1 })).toMatchObject({ items: 0 });
  });

  it('TRUST-B8 keeps an item as long as a notice about it is open', async () => {
    const [kept, gone] = [await item(31), await item(31)];
    const filed = (mediaId: string, number: number, outcome: 'no_action' | null): typeof notice.$inferInsert => ({
      accountId: ada.accountId,
      mediaId,
      number,
      outcome,
      receivedAt: ago(40),
      dueAt: ago(33),
      kind: 'dsa',
      source: 'article_16',
      ground: 'terms',
      explanation: 'It is mine.',
    });
    await built.context.db.insert(notice).values([filed(kept, 1, null), filed(gone, 2, 'no_action')]);
    expect(await preview({ safe_days: 30 })).toMatchObject({ items: 1 });
    await save({ safe_days: 30 });
    await built.context.db.delete(sweepPosition);
    await retainAll(built.context, async () => {});
    expect(await left()).toEqual([kept]);
    await built.context.db.update(notice).set({ outcome: 'no_action' }).where(eq(notice.mediaId, kept));
    expect(await preview({ safe_days: 30 })).toMatchObject({ items: 1 });
  });

  it('TRUST-B8 counts before what a run then removes: at 30 days on day 31, and never what is held', async () => {
    const old = await item(31, { fileSizeBytes: 700 });
    const flagged = await item(31, { moderationFlagged: true });
    const undecided = await item(31, { needsReview: true });
    const held = await item(31);
    await placeLegalHold(built.context, { mediaId: held, reason: 'a court asked' });
    const young = await item(29);
    expect(await preview({})).toEqual({ items: 0, files: 0, bytes: 0, results: 0 });
    expect(await preview({ safe_days: 30 })).toEqual({ items: 1, files: 1, bytes: 700, results: 0 });
    expect(await preview({ flagged_days: 30 })).toMatchObject({ items: 2, files: 2 });
    expect(await left()).toHaveLength(5);
    expect((await save({ safe_days: 30 })).statusCode).toBe(200);
    await built.context.db.delete(sweepPosition);
    await retainAll(built.context, async () => {});
    expect(new Set(await left())).toEqual(new Set([flagged, undecided, held, young]));
    expect(await left()).not.toContain(old);
    expect(await audited('retention.ran')).toMatchObject([{ actor: { type: 'rule' }, detail: { items: 1, results: 0 } }]);
  });
});
