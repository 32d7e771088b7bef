import { randomUUID } from 'node:crypto';
import { type Analysis, categoryNames, type MediaCounts, type MediaList, type MediaNeighbours } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysis, decision, media, sweepPosition } from '../src/db/schema.ts';
import { queueEarlierItems } from '../src/moderation/analyse/queue-earlier-items.ts';
import { checkKeywords } from '../src/moderation/judge/check-keywords.ts';
import { reachVerdict } from '../src/moderation/judge/reach-verdict.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];

type Values = Partial<typeof media.$inferInsert>;

describe('what waits for a person', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());

  const item = (values: Values, who = person) => writeItem(built, who.accountId, values);
  const list = async (query = '', who = person) => {
    const answer = await who.get(`/api/media?status=undecided${query}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: MediaList }>().data;
  };
  const idsOf = async (query = '', who = person) => (await list(query, who)).media_uploads.map(({ id }) => id);
  const undecided = async (who = person) =>
    (await who.get('/api/media/counts')).json<{ data: MediaCounts }>().data.counts.undecided;
  const decisionOf = async (id: string, verdict: 'pass' | 'fail', body?: object) => {
    const answer = await send(built, person, `/media/${id}/${verdict}`, body);
    return answer.json<{ data: { decision_id: string } }>().data.decision_id;
  };

  it('is flagged, to be reviewed, drawn or not analysable, and nothing else', async () => {
    person = await createUploader(built);
    const waits = [
      await item({ moderationFlagged: true }),
      await item({ needsReview: true }),
      await item({ sampled: true }),
      await item({ moderationFlagged: null, state: 'failed' }),
    ];
    await item({});
    await item({ moderationFlagged: null, state: 'queued' });
    await item({ moderationFlagged: null, state: 'refused' });
    expect(new Set(await idsOf())).toEqual(new Set(waits));
    expect(await undecided()).toBe(4);
  });

  it('ends with a decision, whatever it says, and waits again after its Undo', async () => {
    person = await createUploader(built);
    const id = await item({ moderationFlagged: true });
    const made = await decisionOf(id, 'fail', { hold_ms: 8000 });
    expect([await idsOf(), await undecided()]).toEqual([[], 0]);
    expect((await itemOf(built, person, id)).moderationFlagged).toBe(true);
    await send(built, person, `/media/${id}/undo`, { decision_id: made });
    expect([await idsOf(), await undecided()]).toEqual([[id], 1]);
  });

  it('still ends with the decision before, when one that came after it is undone', async () => {
    person = await createUploader(built);
    const id = await item({ moderationFlagged: true });
    await decisionOf(id, 'pass');
    built.clock.advance(1);
    const second = await decisionOf(id, 'fail', { hold_ms: 8000 });
    await send(built, person, `/media/${id}/undo`, { decision_id: second });
    expect(await idsOf()).toEqual([]);
  });

  it('waits again where an analysis that a person asked for overrules the decision', async () => {
    person = await createUploader(built);
    const id = await item({ moderationFlagged: true });
    await decisionOf(id, 'fail');
    await built.context.db.update(decision).set({ overruledAt: built.clock.now() }).where(eq(decision.mediaId, id));
    expect(await idsOf()).toEqual([id]);
  });

  it('is listed by likelihood and by doubt, with pages, cursors and neighbours that agree', async () => {
    person = await createUploader(built);
    const ids: string[] = [];
    // Two of each score: those stand by their ids.
    for (const [likelihood, margin] of [0.91, 0.2, 0.55, 0.91, 0.7].map((score) => [score, Math.abs(score - 0.6)]))
      ids.push(await item({ moderationFlagged: true, likelihood, margin }));
    const likely = await idsOf('&sort=likeliest');
    expect(likely.map((id) => ids.indexOf(id)).slice(2)).toEqual([4, 2, 1]);
    expect(new Set(likely.slice(0, 2))).toEqual(new Set([ids[0], ids[3]]));
    expect((await idsOf('&sort=least_certain')).map((id) => ids.indexOf(id)).slice(0, 2)).toEqual([2, 4]);
    for (const sort of ['likeliest', 'least_certain', 'newest', 'oldest']) {
      const whole = await idsOf(`&sort=${sort}`);
      const paged = [await idsOf(`&sort=${sort}&limit=2`), await idsOf(`&sort=${sort}&limit=2&page=2`)].flat();
      expect(paged, sort).toEqual(whole.slice(0, 4));
      const first = await list(`&sort=${sort}&limit=2`);
      const cursor = encodeURIComponent(first.pagination.next_cursor ?? '');
      expect(await idsOf(`&sort=${sort}&limit=3&cursor=${cursor}`), sort).toEqual(whole.slice(2));
      const answer = await person.get(`/api/media/${whole[2]}/neighbours?status=undecided&sort=${sort}`);
      expect(answer.json<{ data: MediaNeighbours }>().data, sort).toEqual({ previous: whole[1], next: whole[3] });
    }
  });

  it('refuses the order by score for other lists, and says which it takes', async () => {
    person = await createUploader(built);
    for (const path of ['/api/media?sort=likeliest', '/api/media?status=flagged&sort=least_certain']) {
      const answer = await person.get(path);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('status=undecided');
    }
    const id = await item({ moderationFlagged: true });
    expect((await person.get(`/api/media/${id}/neighbours?sort=likeliest`)).statusCode).toBe(400);
    const asked = await send(built, person, '/media/export', { sort: 'likeliest' });
    expect(asked.statusCode).toBe(400);
  });

  it('SEC-03 counts and lists nobody else’s items', async () => {
    person = await createUploader(built);
    await item({ moderationFlagged: true });
    const stranger = await createUploader(built);
    expect([await idsOf('', stranger), await undecided(stranger)]).toEqual([[], 0]);
  });

  describe('items of before', () => {
    /** As a version without the queue left them: there was no trigger. */
    const asBefore = async (ids: string[]) => {
      await built.context.db.transaction(async (tx) => {
        await tx.execute(sql`alter table media disable trigger media_is_waiting`);
        for (const id of ids) await tx.update(media).set({ waiting: false, decided: false }).where(eq(media.id, id));
        await tx.execute(sql`alter table media enable trigger media_is_waiting`);
      });
    };

    it('join the queue once, those that somebody decided left out', async () => {
      person = await createUploader(built);
      const open = await item({ moderationFlagged: true });
      const closed = await item({ moderationFlagged: true });
      await decisionOf(closed, 'fail');
      await asBefore([open, closed]);
      await built.context.db.delete(sweepPosition).where(eq(sweepPosition.step, 'review-queue'));
      expect(await idsOf()).toEqual([]);
      expect(await queueEarlierItems(built.context)).toBeGreaterThanOrEqual(1);
      expect(await idsOf()).toEqual([open]);
      const [row] = await built.context.db.select().from(media).where(eq(media.id, closed));
      expect(row).toMatchObject({ decided: true, waiting: false });
      // The walk has ended: what is wrong by now stays for the triggers.
      await asBefore([open]);
      expect(await queueEarlierItems(built.context)).toBe(0);
    });

    it('OPS-04 have their place by score also where the version before settled them beside the triggers', async () => {
      person = await createUploader(built);
      const id = await item({ moderationFlagged: true });
      const result: Analysis = {
        kind: 'png',
        width: 1,
        height: 1,
        frames_analysed: 1,
        processing_time_ms: 1,
        analysis_version: 'x',
        scores: { sexual_explicit: 0.9 },
        coverage,
        description: '',
        text: '',
      };
      const moderation = reachVerdict(result, checkKeywords('', { required: [], forbidden: [], leetspeak: false }));
      await built.context.db.insert(analysis).values({ mediaId: id, attempt: 1, analysis: result, moderation });
      await built.context.db.delete(sweepPosition).where(eq(sweepPosition.step, 'review-queue'));
      await queueEarlierItems(built.context);
      const [row] = await built.context.db.select().from(media).where(eq(media.id, id));
      expect(row).toMatchObject({ waiting: true, likelihood: expect.closeTo(0.9, 5) });
    });

    it('a decision that is made while they join is seen', async () => {
      person = await createUploader(built);
      const id = await item({ moderationFlagged: true });
      await asBefore([id]);
      await built.context.db.delete(sweepPosition).where(eq(sweepPosition.step, 'review-queue'));
      const locked = Promise.withResolvers<void>();
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const deciding = built.context.db.transaction(async (tx) => {
        await tx.execute(sql`select from media where id = ${id} for update`);
        locked.resolve();
        await expect.poll(async () => (await tx.execute(waits)).rows.length).toBe(1);
        const values = { id: randomUUID(), mediaId: id, accountId: person.accountId, userId: person.userId };
        await tx.insert(decision).values({ ...values, from: true, to: true });
      });
      await locked.promise;
      await Promise.all([deciding, queueEarlierItems(built.context)]);
      expect(await idsOf()).toEqual([]);
    });
  });
});
