import { AnyWebhookEnvelope, type Appeal, type Delivery, type Notice, type Statement, type Webhook } from '@clearframe/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivery, media, notice, statement } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { fileNotice } from '../src/notices/receive-notice.ts';
import { remindNotices } from '../src/notices/remind-notices.ts';
import { keptForEver, saveRetention } from '../src/retention/days.ts';
import { retainAccount } from '../src/retention/retain-account.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const never = new AbortController().signal;
const hourMs = 3_600_000;
const trust = ['notice.received', 'notice.due', 'notice.decided', 'statement.created', 'appeal.received', 'appeal.decided'];
const verdicts = ['media.analysis.completed'];

describe('webhook events of trust', () => {
  let built: Built;
  let receiver: Receiver;
  let ada: Uploader;
  beforeAll(async () => {
    receiver = await startReceiver();
    built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1000 } });
  });
  afterEach(() => {
    receiver.received = [];
  });
  afterAll(async () => {
    await built.close();
    await receiver.close();
  });
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const data = <T>(answer: LightMyRequestResponse): T => {
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    return answer.json<{ data: T }>().data;
  };
  const hook = async (events?: readonly string[]) =>
    data<{ webhook: Webhook }>(await send(built, ada, '/webhooks', { webhookUrl: receiver.url, ...(events ? { events } : {}) }))
      .webhook;
  const patch = (id: string, payload: object) =>
    built.app.inject({ method: 'PATCH', url: `/api/webhooks/${id}`, headers: ada.headers, payload });
  const rows = () =>
    built.context.db
      .select()
      .from(delivery)
      .where(eq(delivery.accountId, ada.accountId))
      .orderBy(asc(delivery.createdAt), asc(delivery.id));
  const told = async () => (await rows()).map(({ body }) => AnyWebhookEnvelope.parse(JSON.parse(body ?? '')));
  const names = async () => (await rows()).map(({ event }) => event);
  const input = { kind: 'dsa', ground: 'illegal', explanation: 'It is mine.', good_faith: true } as const;
  const notifier = { name: 'Nora Notifier', email: 'nora@example.com', on_behalf_of: 'Olga', signature: 'N. Otifier' };
  const filing = { ...input, ...notifier, item_url: 'https://pears.example/1' };
  const program = () => ({ accountId: ada.accountId, tokenName: 't' });
  const file = () => fileNotice(built.context, program(), filing);
  const fail = async () => {
    const id = await writeItem(built, ada.accountId, { title: 'Three pears' });
    data(await send(built, ada, `/media/${id}/fail`));
    return id;
  };
  const stated = async (mediaId: string) =>
    data<{ statements: Statement[] }>(await ada.get(`/api/statements?media_id=${mediaId}`)).statements[0];
  const appealBy = (one: Statement | undefined) =>
    built.app.inject({
      method: 'POST',
      url: `/api/public/statements/${new URL(one?.url ?? '').pathname.replace('/statement/', '')}/appeal`,
      payload: { text: 'It is a painting.' },
    });
  const openAppeal = async () => data<{ appeals: Appeal[] }>(await ada.get('/api/appeals?status=open')).appeals[0]?.id ?? '';

  it('HOOK-01 TRUST-B4 a hook hears what was chosen, and verdicts alone where nobody chose', async () => {
    expect(await hook()).toMatchObject({ events: verdicts });
    const chosen = await hook(['appeal.decided', 'notice.received', 'notice.received']);
    expect(chosen.events).toEqual(['notice.received', 'appeal.decided']);
    expect(data<{ webhook: Webhook }>(await patch(chosen.id, { events: ['notice.due'] })).webhook.events).toEqual(['notice.due']);
    const listed = data<{ webhooks: Webhook[] }>(await ada.get('/api/webhooks')).webhooks;
    expect(listed.map(({ events }) => events)).toEqual([verdicts, ['notice.due']]);
    for (const events of [[], ['nonsense'], Array<string>(13).fill('notice.due')])
      expect((await patch(chosen.id, { events })).statusCode).toBe(400);
  });

  it('HOOK-05 TRUST-B5 a hook of verdicts gets what it got before, and a hook of trust no verdict', async () => {
    const [old, trusting] = [await hook(), await hook(trust)];
    await file();
    const mediaId = await fail();
    await writeStatements(built.context, never);
    const of = (id: string) => rows().then((all) => all.filter(({ webhookId }) => webhookId === id).map(({ event }) => event));
    expect(await of(old.id)).toEqual(verdicts);
    expect(await of(trusting.id)).toEqual(['notice.received', 'statement.created']);
    // An event of trust changes nothing of what an item says about its hooks.
    expect(await itemOf(built, ada, mediaId)).toMatchObject({ webhookStatus: 'pending', webhookRetryCount: 0 });
    const answer = await ada.get(`/api/media/${mediaId}/deliveries`);
    expect(data<{ deliveries: unknown[] }>(answer).deliveries).toHaveLength(1);
  });

  it('TRUST-B4 tells of a notice, its deadlines and its decision, and never who sent it', async () => {
    await hook(trust);
    const id = await file();
    const { db, clock } = built.context;
    for (const part of [0.5, 0.75, 1]) {
      const received = clock.now().getTime() - part * 168 * hourMs;
      const times = { receivedAt: new Date(received), dueAt: new Date(received + 168 * hourMs) };
      await db.update(notice).set(times).where(eq(notice.id, id));
      await Promise.all([remindNotices(built.context), remindNotices(built.context)]);
    }
    const mediaId = await writeItem(built, ada.accountId, { title: 'Three pears' });
    data<{ notice: Notice }>(await send(built, ada, `/notices/${id}/link`, { media_id: mediaId }));
    data(await send(built, ada, `/notices/${id}/decide`, { outcome: 'removed', answer: 'It is gone.' }));
    const all = await told();
    expect(all.map(({ event }) => event)).toEqual([
      'notice.received',
      'notice.due',
      'notice.due',
      'notice.due',
      'notice.decided',
    ]);
    expect(all.flatMap((one) => (one.event === 'notice.due' ? one.data.level : []))).toEqual(['half', 'soon', 'overdue']);
    expect(all[0]).toMatchObject({
      data: { notice: { id, number: 1, status: 'open', media: null, explanation: 'It is mine.' } },
    });
    expect(all.at(-1)).toMatchObject({
      data: { notice: { status: 'decided', media: { id: mediaId }, decision: { outcome: 'removed', answer: 'It is gone.' } } },
    });
    const bodies = (await rows()).map(({ body }) => body ?? '').join();
    for (const secret of Object.values(notifier)) expect(bodies).not.toContain(secret);
    for (const word of ['notifier', 'signature']) expect(bodies).not.toContain(`"${word}"`);
  });

  it('TRUST-B5 tells of a statement with its link, of an appeal, and of how it ended', async () => {
    await hook(trust);
    const mediaId = await fail();
    await Promise.all([writeStatements(built.context, never), writeStatements(built.context, never)]);
    const one = await stated(mediaId);
    expect((await appealBy(one)).statusCode).toBe(200);
    expect((await appealBy(one)).statusCode).toBe(409);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    data(await send(built, bob, `/appeals/${await openAppeal()}/decide`, { outcome: 'reversed', answer: 'You are right.' }));
    const [created, received, decided, ...more] = await told();
    expect(more).toEqual([]);
    expect(created).toMatchObject({
      event: 'statement.created',
      data: { statement: { id: one?.id, url: one?.url }, media_upload: { id: mediaId, moderationFlagged: true } },
    });
    expect(received).toMatchObject({
      event: 'appeal.received',
      data: { appeal: { status: 'open', text: 'It is a painting.' }, statement: { id: one?.id, appeal: { status: 'open' } } },
    });
    expect(decided).toMatchObject({
      event: 'appeal.decided',
      data: {
        appeal: { outcome: 'reversed', decided_by: { id: bob.userId } },
        statement: { appeal: { outcome: 'reversed' } },
        media_upload: { id: mediaId, moderationFlagged: false },
      },
    });
    if (decided?.event === 'appeal.decided') expect(decided.data.statement.reversed_at).not.toBeNull();
    // As the guide about webhooks says: what holds the item goes with it.
    data(await send(built, ada, `/media/${mediaId}`, undefined, 'DELETE'));
    expect((await rows()).map(({ event }) => event)).toEqual(['appeal.received']);
  });

  it('TRUST-B5 tells how an appeal ended whose item is gone', async () => {
    await hook(['appeal.decided']);
    const mediaId = await fail();
    await writeStatements(built.context, never);
    const one = await stated(mediaId);
    data(await send(built, ada, `/media/${mediaId}`, undefined, 'DELETE'));
    expect((await appealBy(one)).statusCode).toBe(200);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    // Decisions went with the item: the statement knows who failed it.
    const byWhoFailed = await send(built, ada, `/appeals/${await openAppeal()}/decide`, { outcome: 'upheld', answer: 'No.' });
    expect(byWhoFailed.json()).toMatchObject({ code: 'another_person_needed' });
    data(await send(built, bob, `/appeals/${await openAppeal()}/decide`, { outcome: 'upheld', answer: 'No.' }));
    expect(await told()).toMatchObject([{ event: 'appeal.decided', data: { media_upload: null } }]);
    expect(await rows()).toMatchObject([{ mediaId: null, subjectType: 'appeal' }]);
  });

  it('TRUST-B5 a process that dies between statement and event leaves neither, and the next run writes both', async () => {
    await hook(trust);
    await fail();
    const { context } = built;
    const dies = () => {
      throw new Error('killed');
    };
    const dying = { ...context, live: { ...context.live, notices: dies } };
    await expect(writeStatements(dying, never)).rejects.toThrow('killed');
    const own = eq(statement.accountId, ada.accountId);
    expect(await context.db.$count(statement, own)).toBe(0);
    await expect(fileNotice(dying, program(), filing)).rejects.toThrow('killed');
    expect(await context.db.$count(notice, eq(notice.accountId, ada.accountId))).toBe(0);
    expect(await names()).toEqual([]);
    await writeStatements(context, never);
    await file();
    expect(await context.db.$count(statement, own)).toBe(1);
    expect(await names()).toEqual(['statement.created', 'notice.received']);
  });

  it('HOOK-04 TRUST-B4 an attempt that is cut off is made again under the same webhook-id, signed like every other', async () => {
    await hook(trust);
    await file();
    const [row] = await rows();
    const deliveryId = row?.id ?? '';
    const cut = new AbortController();
    receiver.answer = (response) => {
      cut.abort(new Error('the process stops'));
      response.end();
    };
    await expect(deliver(built.context, { deliveryId, attempt: 1 }, cut.signal)).rejects.toThrow('the process stops');
    receiver.answer = (response) => response.end();
    await deliver(built.context, { deliveryId, attempt: 1 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([`msg_${deliveryId}`, `msg_${deliveryId}`]);
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(receiver.received.at(-1)?.body).toBe(row?.body);
    expect((await rows())[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('HOOK-04 TRUST-B4 the log lists events without an item by what they tell of', async () => {
    const { id } = await hook(trust);
    const noticeId = await file();
    const mediaId = await fail();
    await writeStatements(built.context, never);
    const path = `/api/webhooks/${id}/deliveries`;
    const listed = data<{ deliveries: Delivery[]; pagination: { total: number } }>(await ada.get(path));
    expect(listed.pagination.total).toBe(2);
    const [ofStatement, ofNotice] = listed.deliveries;
    expect(ofStatement).toMatchObject({ media: { id: mediaId, name: 'Three pears' }, subject: { type: 'statement' } });
    expect(ofNotice).toMatchObject({
      event: 'notice.received',
      media: null,
      subject: { type: 'notice', id: noticeId },
      by_decision: false,
      not_resendable: 'waiting',
    });
    const shown = data<{ delivery: Delivery }>(await ada.get(`/api/webhook-deliveries/${ofNotice?.id}`)).delivery;
    expect(shown).toMatchObject({ media: null, subject: { type: 'notice', id: noticeId } });
    await deliver(built.context, { deliveryId: ofNotice?.id ?? '', attempt: 1 });
    expect((await send(built, ada, `/webhook-deliveries/${ofNotice?.id}/resend`)).statusCode).toBe(202);
    await deliver(built.context, { deliveryId: ofNotice?.id ?? '', attempt: 2 });
    expect(receiver.received).toHaveLength(2);
  });

  it('HOOK-04 TRUST-B4 an event that a hook hears no longer is not sent either where it waited', async () => {
    const { id } = await hook([...verdicts, ...trust]);
    await file();
    await fail();
    data(await patch(id, { events: verdicts }));
    const states = (await rows()).map(({ event, state }) => `${event} ${state}`);
    expect(states).toEqual(['notice.received cancelled', 'media.analysis.completed waiting']);
    await file();
    expect(await rows()).toHaveLength(2);
  });

  it('TRUST-B8 events about notices go with the days of logs and with the account, events with texts of an item with that', async () => {
    const { db, clock } = built.context;
    await hook(trust);
    await file();
    const mediaId = await fail();
    await writeStatements(built.context, never);
    const finishedAt = new Date(clock.now().getTime() - 31 * 24 * hourMs);
    await db.update(delivery).set({ state: 'delivered', finishedAt }).where(isNull(delivery.mediaId));
    await file();
    await db.delete(media).where(eq(media.id, mediaId));
    expect(await names()).toEqual(['notice.received', 'notice.received']);
    await saveRetention(db, ada.accountId, { ...keptForEver, logsDays: 30 });
    expect(await retainAccount(built.context, ada.accountId, async () => {})).toMatchObject({ deliveries: 1 });
    // One of another account stays.
    const other = await createUploader(built);
    const values = {
      accountId: other.accountId,
      event: 'notice.received',
      state: 'waiting',
      nextAttemptAt: clock.now(),
    } as const;
    await db.insert(delivery).values(values);
    await db.execute(`update account set deleted_at = now() where id = '${ada.accountId}'`);
    await removeAccount(built.context, ada.accountId, never);
    expect(await rows()).toEqual([]);
    expect(await db.$count(delivery, and(eq(delivery.accountId, other.accountId), isNull(delivery.mediaId)))).toBe(1);
  });
});
