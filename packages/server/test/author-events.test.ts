import { AnyWebhookEnvelope, type AuthorErasure, type DataOfEvent } from '@clearframe/contract';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAuthorAction } from '../src/authors/set-action.ts';
import { decision, delivery, deliveryAttempt, media } from '../src/db/schema.ts';
import { eraseAuthor } from '../src/erasures/erase-author.ts';
import { decide } from '../src/moderation/decide/decide.ts';
import { undo } from '../src/moderation/decide/undo.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { joinAccount, send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

type Data = DataOfEvent<'author.updated'>;
const never = new AbortController().signal;

describe('TRUST-B1 author.updated', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    const hook = { webhookUrl: 'https://hooks.example/in', events: ['author.updated'] };
    expect((await send(built, ada, '/webhooks', hook)).statusCode).toBe(200);
  });

  const upload = async (author = 'm-9'): Promise<string> => {
    const fields = { media: file(picture('formats/pears.png')), author: JSON.stringify({ id: author, name: 'Kumquat' }) };
    const { id } = resultOf(await ada.apiUpload(fields, { query: '?wait=0' })).media_upload;
    await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
    return id;
  };
  const rows = () =>
    built.context.db
      .select()
      .from(delivery)
      .where(and(eq(delivery.accountId, ada.accountId), eq(delivery.event, 'author.updated')))
      .orderBy(asc(delivery.createdAt), asc(delivery.id));
  const told = async (): Promise<Data[]> =>
    (await rows()).flatMap(({ body, state }) => {
      if (state !== 'waiting') return [];
      const envelope = AnyWebhookEnvelope.parse(JSON.parse(body ?? ''));
      return envelope.event === 'author.updated' ? [envelope.data] : [];
    });
  const changes = async () => (await told()).map(({ change }) => change).sort();
  const act = (body: object) => send(built, ada, '/authors/m-9/action', body);
  const judge = async (id: string, verdict: 'pass' | 'fail', undoDelayMs = 0) => {
    built.clock.advance(10);
    const person = { accountId: ada.accountId, userId: ada.userId };
    return await decide(built.context, person, id, { verdict, undoDelayMs, note: undefined });
  };

  it('says who trusts, watches, blocks or clears an author, whole, and nothing to a hook that hears of something else', async () => {
    await upload();
    expect((await send(built, ada, '/webhooks', { webhookUrl: 'https://hooks.example/other' })).statusCode).toBe(200);
    expect((await act({ action: 'block', reason: 'Spam' })).statusCode).toBe(200);
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ mediaId: null, subjectType: 'author', decisionId: null, state: 'waiting' });
    expect(await told()).toMatchObject([
      {
        change: 'action',
        cause: { by: 'person', decision_id: null, media_id: null },
        author: { id: 'm-9', name: 'Kumquat', action: 'block', action_reason: 'Spam', action_by: { type: 'person' } },
      },
    ]);
    const bearer = { authorization: `Bearer ${ada.token}` };
    const byToken = await built.app.inject({
      method: 'POST',
      url: '/api/v1/authors/m-9/action',
      headers: bearer,
      payload: { action: 'none' },
    });
    expect(byToken.statusCode).toBe(200);
    expect((await told()).map(({ cause, author }) => [cause.by, author.action])).toEqual([
      ['person', 'block'],
      ['token', 'none'],
    ]);
  });

  it('is not told of what is refused', async () => {
    await upload();
    expect((await act({ action: 'block' })).statusCode).toBe(400);
    await expect(
      setAuthorAction(built.context, { accountId: ada.accountId, userId: ada.userId }, 'nobody', { action: 'watch' }),
    ).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  it('says that a Fail brought a strike, and what strikes changed by themselves, and that a later Pass took both back', async () => {
    await send(built, ada, '/author-settings', { strike_days: 90, strikes_to_watch: 1, strikes_to_block: 0 });
    const item = await upload();
    const made = await judge(item, 'fail');
    const where = { decision_id: made.id, media_id: item };
    const both = await told();
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(expect.objectContaining({ change: 'strike', cause: { by: 'person', ...where } }));
    expect(both).toContainEqual(expect.objectContaining({ change: 'action', cause: { by: 'rule', ...where } }));
    for (const { author } of both) expect(author).toMatchObject({ action: 'watch', strikes: { active: 1 } });
    // Another Fail of the same item is the same strike.
    await judge(item, 'fail');
    expect(await told()).toHaveLength(2);
    await judge(item, 'pass');
    expect(await changes()).toEqual(['action', 'action', 'strike', 'strike_removed']);
    expect((await told()).at(-1)?.author).toMatchObject({ action: 'none', strikes: { active: 0 } });
  });

  it('waits with its decision, and is never told when that is undone', async () => {
    const item = await upload();
    const made = await judge(item, 'fail', 8_000);
    const [row] = await rows();
    expect(row).toMatchObject({ decisionId: made.id, state: 'waiting' });
    expect((row?.nextAttemptAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(8_000);
    await undo(built.context, { accountId: ada.accountId, userId: ada.userId }, item, made.id);
    expect((await rows()).map(({ state }) => state)).toEqual(['cancelled']);
    await judge(item, 'fail');
    const passed = await judge(item, 'pass', 8_000);
    await undo(built.context, { accountId: ada.accountId, userId: ada.userId }, item, passed.id);
    expect(await changes()).toEqual(['strike']);
  });

  it('says that an appeal took a strike back', async () => {
    const item = await upload();
    await judge(item, 'fail');
    await writeStatements(built.context, never);
    const [one] = (await ada.get(`/api/statements?media_id=${item}`)).json<{ data: { statements: { id: string }[] } }>().data
      .statements;
    const bearer = { authorization: `Bearer ${ada.token}` };
    const url = `/api/v1/statements/${one?.id}/appeal`;
    const appealed = await built.app.inject({ method: 'POST', url, headers: bearer, payload: { text: 'It is a pear.' } });
    const { appeal } = appealed.json<{ data: { appeal: { id: string } } }>().data;
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    const decided = await send(built, bob, `/appeals/${appeal.id}/decide`, { outcome: 'reversed', answer: 'You were right.' });
    expect(decided.statusCode).toBe(200);
    expect(await changes()).toEqual(['strike', 'strike_removed']);
    const [newest] = await built.context.db
      .select()
      .from(decision)
      .where(and(eq(decision.mediaId, item), eq(decision.to, false)));
    expect((await told()).at(-1)?.cause).toEqual({ by: 'person', decision_id: newest?.id, media_id: item });
  });

  it('says that an analysis took a strike back, where a person asked it to decide', async () => {
    const item = await upload();
    await judge(item, 'fail');
    const again = await send(built, ada, `/media/${item}/reanalyse`, { overrule: true });
    expect(again.statusCode).toBe(202);
    built.clock.advance(1_000);
    await moderateNow(built.context, quickExaminer, { mediaId: item, attempt: 2, overrule: true });
    expect(await told()).toMatchObject([
      { change: 'strike', cause: { by: 'person' } },
      { change: 'strike_removed', cause: { by: 'rule', decision_id: null, media_id: item }, author: { strikes: { active: 0 } } },
    ]);
  });

  it('of two decisions at once about two items the second counts the strike of the first', async () => {
    const items = [await upload(), await upload()];
    await Promise.all(items.map((item) => judge(item, 'fail')));
    expect(await changes()).toEqual(['strike', 'strike']);
  });

  it('is told of nobody without an author, and an erased author is told of no more', async () => {
    const item = await upload();
    await built.context.db.update(media).set({ authorId: null }).where(eq(media.id, item));
    await judge(item, 'fail');
    const theirs = await upload();
    const erased = await send(built, ada, '/authors/m-9/erase', { items: 'anonymise' });
    expect(erased.statusCode).toBe(202);
    // The job has not come to it yet.
    await judge(theirs, 'fail');
    expect(await rows()).toEqual([]);
  });

  it('an erasure empties what was told, cancels what waits, and waits for whoever tells of them at this moment', async () => {
    const item = await upload();
    await act({ action: 'watch' });
    await judge(item, 'fail');
    const { db } = built.context;
    const [first] = await rows();
    if (!first) throw new Error('Nothing was told');
    await db.update(delivery).set({ state: 'delivered', finishedAt: built.clock.now() }).where(eq(delivery.id, first.id));
    const attempt = { deliveryId: first.id, number: 1, at: built.clock.now(), durationMs: 1, status: 200, response: 'Kumquat' };
    await db.insert(deliveryAttempt).values(attempt);
    const waiters = () => lockWaiters(db);
    const [began, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deciding = decide(built.context, { accountId: ada.accountId, userId: ada.userId }, item, {
      verdict: 'pass',
      undoDelayMs: 0,
      note: undefined,
      also: async () => {
        began.resolve();
        await release.promise;
      },
    });
    await began.promise;
    const asking = send(built, ada, '/authors/m-9/erase', { items: 'anonymise' });
    await expect.poll(waiters).toBe(1);
    release.resolve();
    await deciding;
    const { erasure } = (await asking).json<{ data: { erasure: AuthorErasure } }>().data;
    await eraseAuthor(built.context, erasure.id, never);
    const left = await rows();
    expect(left.map(({ body, state }) => [body, state])).toEqual([
      [null, 'delivered'],
      [null, 'cancelled'],
      [null, 'cancelled'],
    ]);
    expect(left.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
    const [answer] = await db.select().from(deliveryAttempt).where(eq(deliveryAttempt.deliveryId, first.id));
    expect(answer).toMatchObject({ status: 200, response: null });
  });
});
