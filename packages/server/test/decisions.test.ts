import { randomUUID } from 'node:crypto';
import type { DecideResult } from '@clearframe/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { media } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const decisionOf = (answer: LightMyRequestResponse): string => {
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { decision_id: string } }>().data.decision_id;
};
const resultsOf = (answer: LightMyRequestResponse): DecideResult[] =>
  answer.json<{ data: { results: DecideResult[] } }>().data.results;

describe('decisions of people', () => {
  let built: Built;
  let owner: Uploader;
  let moderator: SignedInBrowser;
  let viewer: SignedInBrowser;
  let stranger: Uploader;

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    owner = await createUploader(built);
    stranger = await createUploader(built);
    moderator = await joinAccount(built, owner.accountId, 'moderator');
    viewer = await joinAccount(built, owner.accountId, 'viewer');
  });
  afterAll(() => built.close());

  const item = (values: Partial<typeof media.$inferInsert> = {}) => writeItem(built, owner.accountId, values);
  const seen = (id: string) => itemOf(built, owner, id);

  it('MED-05 Pass clears the flag and Fail sets it, without a body too, and the log names person, from, to, note and time', async () => {
    const id = await item({ moderationFlagged: true, needsReview: true });
    const passed = await send(built, owner, `/media/${id}/pass`);
    expect(passed.statusCode, passed.body).toBe(200);
    expect(await seen(id)).toMatchObject({ moderationFlagged: false, needs_review: false });
    built.clock.advance(1000);
    const at = built.clock.now().toISOString();
    await send(built, moderator, `/media/${id}/fail`, { note: '  A knife after all ' });
    const { moderationFlagged, decisions } = await seen(id);
    expect(moderationFlagged).toBe(true);
    expect(decisions).toMatchObject([
      { user: { id: owner.userId }, from: true, to: false, note: null, undone_at: null },
      { user: { id: moderator.userId, name: 'Ada Example' }, from: false, to: true, note: 'A knife after all', at },
    ]);
  });

  it('MED-05 an item that was never checked has a verdict after a decision, and none again after its Undo', async () => {
    const id = await item({ moderationFlagged: null, moderationCheckedAt: null, state: 'failed' });
    const made = decisionOf(await send(built, owner, `/media/${id}/pass`, { hold_ms: 8000 }));
    expect((await seen(id)).moderationCheckedAt).not.toBeNull();
    expect((await send(built, owner, `/media/${id}/undo`, { decision_id: made })).statusCode).toBe(200);
    expect(await seen(id)).toMatchObject({ moderationFlagged: null, moderationCheckedAt: null });
  });

  it('MED-05 Undo within the hold restores the item, Review included, and the log keeps decision and Undo', async () => {
    const id = await item({ moderationFlagged: true });
    const made = decisionOf(await send(built, moderator, `/media/${id}/pass`, { hold_ms: 8000 }));
    built.clock.advance(7_999);
    const at = built.clock.now().toISOString();
    const answer = await send(built, moderator, `/media/${id}/undo`, { decision_id: made });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await seen(id);
    expect(after.moderationFlagged).toBe(true);
    expect(after.decisions).toMatchObject([{ id: made, from: true, to: false, undone_at: at }]);
    expect((await send(built, moderator, `/media/${id}/undo`, { decision_id: made })).statusCode).toBe(409);
  });

  it.each([
    [{ hold_ms: 8000 }, 8_000],
    [{ hold_ms: 0 }, 0],
    [undefined, 0],
  ])('MED-05 a decision with %j cannot be undone after %i ms', async (body, laterMs) => {
    const id = await item();
    const made = decisionOf(await send(built, owner, `/media/${id}/fail`, body));
    built.clock.advance(laterMs);
    const answer = await send(built, owner, `/media/${id}/undo`, { decision_id: made });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      409,
      'The time to undo this decision has passed',
    ]);
    expect((await seen(id)).moderationFlagged).toBe(true);
  });

  it('MED-05 nobody undoes the decision of another person, and nobody one that was overtaken', async () => {
    const id = await item();
    const made = decisionOf(await send(built, moderator, `/media/${id}/fail`, { hold_ms: 8000 }));
    expect((await send(built, owner, `/media/${id}/undo`, { decision_id: made })).statusCode).toBe(403);
    await send(built, owner, `/media/${id}/pass`, { hold_ms: 8000 });
    const late = await send(built, moderator, `/media/${id}/undo`, { decision_id: made });
    expect([late.statusCode, (await seen(id)).moderationFlagged]).toEqual([409, false]);
    const other = await item();
    expect((await send(built, moderator, `/media/${other}/undo`, { decision_id: made })).statusCode).toBe(404);
  });

  it('MED-05 ten decisions at the same moment form one chain in the log, and the last of it is what everybody sees', async () => {
    const id = await item({ moderationFlagged: null, moderationCheckedAt: null });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(built, index % 2 ? owner : moderator, `/media/${id}/${index % 3 ? 'pass' : 'fail'}`, { hold_ms: 8000 }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    const { decisions, moderationFlagged: final } = await seen(id);
    expect(decisions.map(({ from }) => from)).toEqual([null, ...decisions.slice(0, -1).map(({ to }) => to)]);
    expect(decisions).toHaveLength(10);
    expect(decisions.at(-1)?.to).toBe(final);
    expect((await itemOf(built, moderator, id)).moderationFlagged).toBe(final);
  });

  it('MED-05 leaves out of many what was decided since its decider looked, so a second try decides nothing twice', async () => {
    const [first, second] = [await item(), await item()];
    const seenThen = { [first]: null, [second]: null };
    const body = { ids: [first, second], verdict: 'fail', last_decisions: seenThen };
    await send(built, owner, `/media/${second}/pass`);
    const decidedMeanwhile = 'Somebody decided this item first.';
    const made = resultsOf(await send(built, moderator, '/media/decisions', body));
    expect(made.map(({ error }) => error)).toEqual([null, expect.stringContaining(decidedMeanwhile)]);
    const again = resultsOf(await send(built, moderator, '/media/decisions', body));
    expect(again.map(({ error }) => error)).toEqual(Array(2).fill(expect.stringContaining(decidedMeanwhile)));
    expect((await seen(first)).decisions).toHaveLength(1);
    expect((await seen(second)).decisions).toMatchObject([{ to: false }]);
  });

  it('MED-05 decides many at once, each with its own result, and takes them back together', async () => {
    const ids = [await item(), await item(), await writeItem(built, stranger.accountId), randomUUID()];
    const body = { ids: [...ids, ids[0]], verdict: 'fail', hold_ms: 8000, note: 'Spam' };
    const results = resultsOf(await send(built, moderator, '/media/decisions', body));
    expect(results.map(({ id, error }) => [ids.indexOf(id), error])).toEqual([
      [0, null],
      [1, null],
      [2, 'Media not found'],
      [3, 'Media not found'],
    ]);
    const [kept, taken] = ids;
    expect((await seen(taken ?? '')).decisions).toMatchObject([{ note: 'Spam' }]);
    expect((await itemOf(built, stranger, ids[2] ?? '')).decisions).toEqual([]);
    await send(built, owner, `/media/${kept}/fail`);
    const decisions = results.flatMap(({ decision_id }) => (decision_id === null ? [] : [decision_id]));
    const undone = resultsOf(
      await send(built, moderator, '/media/decisions/undo', { decision_ids: [...decisions, randomUUID()] }),
    );
    expect(undone.map(({ error }) => error)).toEqual([
      'The item has changed since then. Nothing was undone.',
      null,
      'Decision not found',
    ]);
    expect((await seen(taken ?? '')).moderationFlagged).toBe(false);
  });

  it.each([[{ hold_ms: 10_001 }], [{ hold_ms: -1 }], [{ hold_ms: 1.5 }], [{ note: 'x'.repeat(1_001) }]])(
    'MED-05 refuses %j',
    async (body) => {
      const id = await item();
      expect((await send(built, owner, `/media/${id}/pass`, body)).statusCode).toBe(400);
      expect((await seen(id)).decisions).toEqual([]);
    },
  );

  it('MED-05 refuses more than 100 items at once, and none', async () => {
    for (const ids of [[], Array.from({ length: 101 }, () => randomUUID())])
      expect((await send(built, owner, '/media/decisions', { ids, verdict: 'pass' })).statusCode).toBe(400);
  });

  it('MED-06 SEC-03 a stranger gets 404 on every route of an item, and a viewer 403', async () => {
    const id = await item();
    const made = decisionOf(await send(built, owner, `/media/${id}/fail`, { hold_ms: 8000 }));
    for (const [who, status] of [
      [stranger, 404],
      [viewer, 403],
    ] as const) {
      expect((await send(built, who, `/media/${id}/pass`)).statusCode).toBe(status);
      expect((await send(built, who, `/media/${id}/fail`)).statusCode).toBe(status);
      expect((await send(built, who, `/media/${id}/undo`, { decision_id: made })).statusCode).toBe(status);
    }
    expect((await send(built, viewer, '/media/decisions', { ids: [id], verdict: 'pass' })).statusCode).toBe(403);
    expect((await send(built, viewer, '/media/decisions/undo', { decision_ids: [made] })).statusCode).toBe(403);
    const undone = resultsOf(await send(built, stranger, '/media/decisions/undo', { decision_ids: [made] }));
    expect(undone[0]?.error).toBe('Decision not found');
    expect((await seen(id)).moderationFlagged).toBe(true);
  });

  it('MED-05 tells the open pages of the account', async () => {
    const id = await item();
    const heard = Promise.withResolvers<string>();
    const leave = built.context.live.subscribe(owner.accountId, (event) => {
      if (event.type === 'media.updated') heard.resolve(event.media_id);
    });
    await built.context.live.listening();
    await send(built, owner, `/media/${id}/pass`);
    expect(await heard.promise).toBe(id);
    leave();
  });
});
