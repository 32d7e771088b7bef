import { type MediaUpload, WebhookEnvelope } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, media, webhook } from '../src/db/schema.ts';
import { decide } from '../src/moderation/decide/decide.ts';
import { undo } from '../src/moderation/decide/undo.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { joinAccount, send as post } from './helpers/review-team.ts';
import {
  createUploader,
  file,
  moderateNow,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
} from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

type Decided = { media_upload: MediaUpload; decision_id: string };
async function send<T = Decided>(person: Uploader, url: string, payload: object): Promise<T> {
  const answer = await built.app.inject({ method: 'POST', url: `/api${url}`, headers: person.headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: T }>().data;
}

/** A person with a hook and an item that passed, of which the hook was told nothing. */
async function createReviewer() {
  const person = await createUploader(built);
  const { media_upload: item } = resultOf(await person.upload({ media: file(picture('formats/pears.png')) }));
  await send(person, '/webhooks', { webhookUrl: receiver.url });
  receiver.received = [];
  return { person, item };
}

const deliveriesOf = ({ id }: { id: string }) =>
  built.context.db.select().from(delivery).where(eq(delivery.mediaId, id)).orderBy(asc(delivery.createdAt), delivery.id);
const attempt = (row: { id: string } | undefined, number = 1) =>
  deliver(built.context, { deliveryId: row?.id ?? '', attempt: number });

describe('a decision and the webhooks', () => {
  it('HOOK-05 tells of a Fail with the decision, though the analysis had passed it', async () => {
    const { person, item } = await createReviewer();
    const { decision_id: id } = await send(person, `/media/${item.id}/fail`, { note: 'Not ours' });
    const [row] = await deliveriesOf(item);
    await attempt(row);
    const envelope = WebhookEnvelope.parse(JSON.parse(receiver.received[0]?.body ?? ''));
    expect(envelope.event).toBe('media.analysis.completed');
    expect(envelope.data).toMatchObject({
      media_upload: { id: item.id, moderationFlagged: true },
      moderation: { passed: false, reason: 'Not ours', ai_analysis: { flagged: false } },
      decision: { id, from: false, to: true, note: 'Not ours', user: { id: person.userId } },
    });
  });

  it('HOOK-05 tells of every Fail, also of one that changes nothing, and of no Pass', async () => {
    const { person, item } = await createReviewer();
    await send(person, `/media/${item.id}/pass`, {});
    expect(await deliveriesOf(item)).toEqual([]);
    await send(person, `/media/${item.id}/fail`, {});
    await send(person, `/media/${item.id}/fail`, {});
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await send(person, `/media/${item.id}/pass`, {});
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  it('HOOK-05 waits until a Fail can no longer be taken back, whatever the queue thinks of the time', async () => {
    const { person, item } = await createReviewer();
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    const [row] = await deliveriesOf(item);
    built.clock.advance(7_999);
    await attempt(row);
    expect(receiver.received).toEqual([]);
    expect((await deliveriesOf(item))[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    built.clock.advance(1);
    await attempt(row);
    expect(receiver.received).toHaveLength(1);
  });

  it('HOOK-05 sends nothing of a Fail that was taken back, or replaced within its hold', async () => {
    const { person, item } = await createReviewer();
    const { decision_id } = await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    await send(person, `/media/${item.id}/undo`, { decision_id });
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    await send(person, `/media/${item.id}/pass`, {});
    built.clock.advance(8_000);
    for (const row of await deliveriesOf(item)) await attempt(row);
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(receiver.received).toEqual([]);
  });

  it('HOOK-05 tells of a Fail after all when the Pass that replaced it is taken back, after the rest of its own hold', async () => {
    const { person, item } = await createReviewer();
    const other = await joinAccount(built, person.accountId, 'moderator');
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000, note: 'Not ours' });
    built.clock.advance(1_000);
    const passed = await post(built, other, `/media/${item.id}/pass`, { hold_ms: 8_000 });
    const { decision_id } = passed.json<{ data: Decided }>().data;
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['cancelled']);
    const undone = await post(built, other, `/media/${item.id}/undo`, { decision_id });
    expect(undone.statusCode, undone.body).toBe(200);
    const [restored] = await deliveriesOf(item);
    expect(restored).toMatchObject({ state: 'waiting', finishedAt: null, cancelledBy: null });
    await attempt(restored);
    expect(receiver.received).toEqual([]);
    built.clock.advance(7_000);
    await attempt(restored);
    expect(WebhookEnvelope.parse(JSON.parse(receiver.received[0]?.body ?? '')).data.decision).toMatchObject({ note: 'Not ours' });
  });

  it('HOOK-05 tells of it at once where its own hold is over by then', async () => {
    const { person, item } = await createReviewer();
    const other = await joinAccount(built, person.accountId, 'moderator');
    await send(person, `/media/${item.id}/fail`, { hold_ms: 2_000 });
    const passed = await post(built, other, `/media/${item.id}/pass`, { hold_ms: 8_000 });
    const { decision_id } = passed.json<{ data: Decided }>().data;
    built.clock.advance(5_000);
    await post(built, other, `/media/${item.id}/undo`, { decision_id });
    await attempt((await deliveriesOf(item))[0]);
    expect(receiver.received).toHaveLength(1);
  });

  it('HOOK-05 tells of a restored Fail once, when its hold is over', async () => {
    const { person, item } = await createReviewer();
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    const { decision_id } = await send(person, `/media/${item.id}/pass`, { hold_ms: 8_000 });
    await send(person, `/media/${item.id}/undo`, { decision_id });
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['waiting']);
    await attempt((await deliveriesOf(item))[0]);
    expect(receiver.received).toEqual([]);
    built.clock.advance(8_000);
    for (let again = 0; again < 2; again += 1) await attempt((await deliveriesOf(item))[0]);
    expect(receiver.received).toHaveLength(1);
  });

  it('HOOK-05 sends nothing of a Fail that was replaced within its hold by a machine whose clock is ahead', async () => {
    const { person, item } = await createReviewer();
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    const ahead = { now: () => new Date(built.clock.now().getTime() + 9_000) };
    const deciding = { verdict: 'pass', undoDelayMs: 0, note: undefined } as const;
    await decide({ ...built.context, clock: ahead }, person, item.id, deciding);
    built.clock.advance(8_000);
    for (const row of await deliveriesOf(item)) await attempt(row);
    expect(receiver.received).toEqual([]);
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('HOOK-05 restores only what each decision itself cancelled, however many replaced one another', async () => {
    const { person, item } = await createReviewer();
    const other = await joinAccount(built, person.accountId, 'moderator');
    const by = async (who: typeof other, verdict: string) =>
      (await post(built, who, `/media/${item.id}/${verdict}`, { hold_ms: 8_000 })).json<{ data: Decided }>().data.decision_id;
    const back = (who: typeof other, decision_id: string) => post(built, who, `/media/${item.id}/undo`, { decision_id });
    const states = async () => (await deliveriesOf(item)).map(({ state }) => state);
    const made = [await by(person, 'fail')];
    for (const [who, verdict] of [
      [other, 'pass'],
      [person, 'fail'],
      [other, 'pass'],
    ] as const) {
      built.clock.advance(1);
      made.push(await by(who, verdict));
    }
    expect(await states()).toEqual(['cancelled', 'cancelled']);
    await back(other, made[3] ?? '');
    expect(await states()).toEqual(['cancelled', 'waiting']);
    await back(person, made[2] ?? '');
    expect(await states()).toEqual(['cancelled', 'cancelled']);
    await back(other, made[1] ?? '');
    expect(await states()).toEqual(['waiting', 'cancelled']);
    await back(person, made[0] ?? '');
    expect(await states()).toEqual(['cancelled', 'cancelled']);
  });

  it('HOOK-05 leaves cancelled what waited for a hook that was switched off meanwhile', async () => {
    const { person, item } = await createReviewer();
    await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    const { decision_id } = await send(person, `/media/${item.id}/pass`, { hold_ms: 8_000 });
    await built.context.db.update(webhook).set({ isActive: false }).where(eq(webhook.accountId, person.accountId));
    await send(person, `/media/${item.id}/undo`, { decision_id });
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it.each(['decided again', 'undone', 'overruled'] as const)(
    'HOOK-05 TRUST-B1 a Fail that is %s waits in no circle with whoever chooses what a hook hears',
    async (how) => {
      const { person, item } = await createReviewer();
      const { db } = built.context;
      const decider = { accountId: person.accountId, userId: person.userId };
      const held = { verdict: 'fail', undoDelayMs: 60_000, note: undefined } as const;
      // Its analysis failed, and nothing is told of that yet: so an undo tells after it cancelled.
      if (how === 'undone') await db.update(media).set({ state: 'failed', moderationFlagged: null }).where(eq(media.id, item.id));
      const made = await decide(built.context, decider, item.id, held);
      await savePolicy(built.context, decider, (before) => ({ ...before, on_analyser_error: 'reject' }));
      const change = {
        'decided again': () => decide(built.context, decider, item.id, held),
        undone: () => undo(built.context, decider, item.id, made.id),
        overruled: () => moderateNow(built.context, quickExaminer, { mediaId: item.id, attempt: 2, overrule: true }),
      }[how];
      if (how === 'overruled') await db.update(media).set({ state: 'queued', attempt: 2 }).where(eq(media.id, item.id));
      const waiters = () => lockWaiters(db);
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = db.transaction(async (tx) => {
        await tx.select().from(delivery).where(eq(delivery.mediaId, item.id)).for('update');
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      const changing = change();
      const [hook] = await db.select().from(webhook).where(eq(webhook.accountId, person.accountId));
      const payload = { events: ['notice.received'] };
      const request = { method: 'PATCH', url: `/api/webhooks/${hook?.id}`, headers: person.headers, payload } as const;
      let choosing = Promise.resolve(0);
      try {
        await expect.poll(waiters).toBe(1);
        choosing = built.app.inject(request).then(({ statusCode }) => statusCode);
        await expect.poll(waiters).toBe(2);
      } finally {
        release.resolve();
      }
      await holding;
      const ends = await Promise.allSettled([changing, choosing]);
      expect(ends).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled', value: 200 }]);
      expect((await deliveriesOf(item)).filter(({ state }) => state === 'waiting')).toEqual([]);
    },
  );

  it('HOOK-05 takes no Fail back that is being told, though the clock of this machine is behind', async () => {
    const { person, item } = await createReviewer();
    const { decision_id } = await send(person, `/media/${item.id}/fail`, { hold_ms: 8_000 });
    const ahead = { now: () => new Date(built.clock.now().getTime() + 8_000) };
    const undone: number[] = [];
    const fetcher: typeof built.context.fetcher = {
      ...built.context.fetcher,
      async post(...sent) {
        undone.push((await post(built, person, `/media/${item.id}/undo`, { decision_id })).statusCode);
        return await built.context.fetcher.post(...sent);
      },
    };
    const [row] = await deliveriesOf(item);
    await deliver({ ...built.context, clock: ahead, fetcher }, { deliveryId: row?.id ?? '', attempt: 1 });
    expect(undone).toEqual([409]);
    expect(receiver.received).toHaveLength(1);
    expect((await deliveriesOf(item)).map(({ state }) => state)).toEqual(['delivered']);
  });
});
