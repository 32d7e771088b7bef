import { type MediaUpload, WebhookEnvelope } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery } from '../src/db/schema.ts';
import { deliver } from '../src/webhooks/deliver.ts';
import { type Built, build } from './build.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './uploads.ts';

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
});
