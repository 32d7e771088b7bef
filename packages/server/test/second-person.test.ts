import type { DecideResult, Label, LiveEvent } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decision, delivery, knownPicture, media } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('a Fail that needs a second person', () => {
  let built: Built;
  let ada: Uploader;
  let ines: SignedInBrowser;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    ines = await joinAccount(built, ada.accountId, 'moderator');
    const terms = { key: 'grave', name: 'Grave', text: 'Not here.', ground: 'terms', terms_reference: 'Rules' };
    expect((await send(built, ada, '/labels', { ...terms, second_review: true })).statusCode).toBe(200);
    expect((await send(built, ada, '/webhooks', { webhookUrl: 'https://hooks.example/in' })).statusCode).toBe(200);
  });

  const fail = (who: Who, id: string, body: object = { label: 'grave' }) => send(built, who, `/media/${id}/fail`, body);
  const pass = (who: Who, id: string, body = {}) => send(built, who, `/media/${id}/pass`, body);
  const code = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ code?: string }>().code];
  const madeBy = (answer: LightMyRequestResponse) => answer.json<{ data: { decision_id: string } }>().data.decision_id;
  const told = async (id: string) => {
    const rows = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
    return rows.filter(({ state }) => state !== 'cancelled').map(({ body }) => JSON.parse(body ?? '{}').data.moderation.passed);
  };
  const row = async (id: string) => {
    const [found] = await built.context.db.select().from(media).where(eq(media.id, id));
    return { decided: found?.decided, waiting: found?.waiting, flagged: found?.moderationFlagged };
  };
  const item = () => writeItem(built, ada.accountId);
  const states = async (id: string) => (await itemOf(built, ada, id)).decisions.map(({ to, state }) => [to, state]);

  it('TRUST-B3 flags the item, waits in the queue and is told to nobody; another person’s Fail confirms it', async () => {
    const id = await item();
    await fail(ada, id);
    expect(await states(id)).toEqual([[true, 'waiting_second']]);
    expect(await row(id)).toEqual({ decided: false, waiting: true, flagged: true });
    expect(await told(id)).toEqual([]);
    expect((await fail(ines, id, {})).statusCode).toBe(200);
    const { decisions } = await itemOf(built, ada, id);
    expect(decisions.map(({ state, label }) => [state, label?.key])).toEqual([
      ['final', 'grave'],
      ['final', 'grave'],
    ]);
    expect(await row(id)).toEqual({ decided: true, waiting: false, flagged: true });
    expect(await told(id)).toEqual([false]);
  });

  it('TRUST-B4 no notice is answered with "removed" before the second person agreed', async () => {
    const id = await item();
    const said = {
      kind: 'dsa',
      ground: 'illegal',
      explanation: 'Mine.',
      name: 'Nora',
      email: 'nora@example.com',
      good_faith: true,
    };
    const filed = await built.app.inject({
      method: 'POST',
      url: '/api/v1/notices',
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { ...said, media_id: id },
    });
    const { notice } = filed.json<{ data: { notice: { id: string } } }>().data;
    const decide = (who: Who) =>
      send(built, who, `/notices/${notice.id}/decide`, { outcome: 'removed', label: 'grave', answer: 'It is gone.' });
    const refused = await decide(ada);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ errors: unknown }>().errors).toEqual([expect.objectContaining({ path: 'label' })]);
    expect(await states(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ flagged: false });
    await fail(ada, id);
    expect((await decide(ines)).statusCode).toBe(200);
    expect(await states(id)).toEqual([
      [true, 'final'],
      [true, 'final'],
    ]);
  });

  it('TRUST-B3 a webhook that wants to hear of it is told once, and not of one that was undone', async () => {
    const hears = { webhookUrl: 'https://hooks.example/second', events: ['second_review.waiting'] };
    expect((await send(built, ada, '/webhooks', hears)).statusCode).toBe(200);
    const waits = async (id: string) => {
      const rows = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
      return rows.filter(({ event }) => event === 'second_review.waiting');
    };
    const id = await item();
    await fail(ada, id);
    const [only, ...others] = await waits(id);
    expect(others).toEqual([]);
    expect(JSON.parse(only?.body ?? '{}')).toMatchObject({
      event: 'second_review.waiting',
      data: { media_upload: { id }, decision: { to: true, state: 'waiting_second', label: { key: 'grave' } } },
    });
    await fail(ines, id, {});
    expect((await waits(id)).map(({ state }) => state)).toEqual(['waiting']);
    const undone = await item();
    const decision_id = madeBy(await fail(ada, undone, { label: 'grave', hold_ms: 5_000 }));
    expect((await send(built, ada, `/media/${undone}/undo`, { decision_id })).statusCode).toBe(200);
    expect((await waits(undone)).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('TRUST-B3 another person’s Pass ends it, both stay in the log, and nobody outside hears of either', async () => {
    const id = await item();
    await fail(ada, id);
    await pass(ines, id);
    expect(await states(id)).toEqual([
      [true, 'final'],
      [false, 'final'],
    ]);
    expect(await row(id)).toEqual({ decided: true, waiting: false, flagged: false });
    expect(await told(id)).toEqual([]);
  });

  it('TRUST-B3 refuses the same person and programs, and decides nothing', async () => {
    const id = await item();
    await fail(ada, id);
    const headers = { authorization: `Bearer ${ada.token}` };
    const byToken = (verdict: string) => built.app.inject({ method: 'POST', url: `/api/v1/media/${id}/${verdict}`, headers });
    for (const answer of [await fail(ada, id), await pass(ada, id)]) expect(code(answer)).toEqual([403, 'second_person_needed']);
    // Programs get the bare envelope (API-05).
    for (const answer of [await byToken('pass'), await byToken('fail')])
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { status: 'error', message: 'Another person has to decide this item now', data: null },
      ]);
    expect(await states(id)).toHaveLength(1);
    const many = await send(built, ada, '/media/decisions', { ids: [id], verdict: 'fail' });
    const { results } = many.json<{ data: { results: DecideResult[] } }>().data;
    expect(results[0]?.error).toBe('Another person has to decide this item now');
  });

  it('TRUST-B3 of two people who answer at once one confirms, and the other decides after that', async () => {
    const carl = await joinAccount(built, ada.accountId, 'moderator');
    const id = await item();
    const first = madeBy(await fail(ada, id));
    const answers = await Promise.all([fail(ines, id, { last_decision: first }), pass(carl, id, { last_decision: first })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await states(id)).toHaveLength(2);
  });

  it('TRUST-B3 waits again when the answer is undone, and is gone when it is undone itself', async () => {
    const id = await item();
    const first = madeBy(await fail(ada, id, { label: 'grave', hold_ms: 8_000 }));
    const second = madeBy(await fail(ines, id, { hold_ms: 8_000 }));
    expect((await send(built, ines, `/media/${id}/undo`, { decision_id: second })).statusCode).toBe(200);
    expect(await states(id)).toEqual([
      [true, 'waiting_second'],
      [true, 'final'],
    ]);
    expect(await row(id)).toEqual({ decided: false, waiting: true, flagged: true });
    expect(await told(id)).toEqual([]);
    expect((await send(built, ada, `/media/${id}/undo`, { decision_id: first })).statusCode).toBe(200);
    expect(await row(id)).toEqual({ decided: false, waiting: false, flagged: false });
  });

  it('TRUST-B3 leaves an earlier decision in the log without hiding that the item waits', async () => {
    const id = await item();
    await pass(ines, id);
    await fail(ada, id);
    expect(await row(id)).toMatchObject({ decided: false, waiting: true });
    expect(await states(id)).toEqual([
      [false, 'final'],
      [true, 'waiting_second'],
    ]);
  });

  it('TRUST-B3 an analysis that ends meanwhile is told with the answer, not before, also when that is a Pass', async () => {
    const { media_upload: sent } = resultOf(
      await ada.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' }),
    );
    const { id } = sent;
    await fail(ada, id);
    await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
    expect(await row(id)).toEqual({ decided: false, waiting: true, flagged: true });
    expect(await told(id)).toEqual([]);
    expect(await built.context.db.$count(knownPicture, eq(knownPicture.mediaId, id))).toBe(0);
    await pass(ines, id);
    expect(await told(id)).toEqual([true]);
  });

  it('TRUST-B3 a program can be the first, and a label that asks no more does not wait', async () => {
    const id = await item();
    const headers = { authorization: `Bearer ${ada.token}` };
    const payload = { label: 'grave' };
    await built.app.inject({ method: 'POST', url: `/api/v1/media/${id}/fail`, headers, payload });
    expect(await states(id)).toEqual([[true, 'waiting_second']]);
    expect((await fail(ada, id, {})).statusCode).toBe(200);
    const labels = (await built.app.inject({ url: '/api/labels', headers: ada.headers })).json<{ data: { labels: Label[] } }>();
    const grave = labels.data.labels.find(({ key }) => key === 'grave');
    const url = `/api/labels/${grave?.id}`;
    await built.app.inject({ method: 'PATCH', url, headers: ada.headers, payload: { second_review: false } });
    const other = await item();
    await fail(ada, other);
    expect(await states(other)).toEqual([[true, 'final']]);
  });

  it('TRUST-B3 is the next item of another person, and never of whoever failed it first', async () => {
    const id = await item();
    await fail(ada, id);
    const next = async (who: Who) => {
      const answer = await send(built, who, '/queue/next', {});
      return answer.json<{ data: { media_upload: { id: string } | null } }>().data.media_upload?.id ?? null;
    };
    expect([await next(ada), await next(ines)]).toEqual([null, id]);
  });

  it('TRUST-B3 the item is among what nobody decided, and pages hear of it', async () => {
    const heard: LiveEvent[] = [];
    const stop = built.context.live.subscribe(ada.accountId, (event) => heard.push(event));
    await built.context.live.listening();
    const id = await item();
    await fail(ada, id);
    await expect.poll(() => heard.filter(({ type }) => type === 'media.updated').length).toBeGreaterThan(0);
    stop();
    const list = await ada.get('/api/media?status=undecided');
    const ids = list.json<{ data: { media_uploads: { id: string }[] } }>().data.media_uploads.map((one) => one.id);
    expect(ids).toEqual([id]);
    expect(await built.context.db.$count(decision, eq(decision.mediaId, id))).toBe(1);
  });
});
