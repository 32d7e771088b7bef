import { type ChatHook, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appeal, chatHook, chatMessage, statement } from '../../src/db/schema.ts';
import { collectMessages } from '../../src/doors/chat/collect-messages.ts';
import { sendMessages } from '../../src/doors/chat/send-messages.ts';
import { tellChats } from '../../src/jobs/tell-chats.ts';
import { moderate } from '../../src/moderation/analyse/moderate.ts';
import { fileNotice } from '../../src/notices/receive-notice.ts';
import { type Built, build } from '../helpers/build.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import {
  createUploader,
  file,
  picture,
  quickExaminer,
  resultOf,
  signs,
  type Uploader,
  wholeExaminer,
} from '../helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
const logged: string[] = [];
const never = new AbortController().signal;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({
    config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 },
    onLog: (line) => logged.push(line),
  });
});
beforeEach(async () => {
  await built.context.db.delete(chatHook);
  receiver.received.length = 0;
  receiver.answer = (response) => response.end('ok');
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

const secret = 'B0secretpath';
const chatUrl = () => `http://${receiver.address}/services/T0/${secret}`;

async function call(person: Uploader, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) {
  const url = `/api/chat-hooks${path}`;
  const answer = await built.app.inject({ method, url, headers: { ...person.headers }, ...(payload ? { payload } : {}) });
  const { code: refused, data } = answer.json<{ code?: string; data: { chat_hook: ChatHook; chat_hooks: ChatHook[] } }>();
  return { code: answer.statusCode, text: answer.body, refused, data };
}
const input = (more: object = {}) => ({
  kind: 'slack',
  name: 'Moderators',
  url: chatUrl(),
  events: ['flagged', 'review', 'analysis_failed'],
  ...more,
});
const make = async (person: Uploader, more: object = {}) => (await call(person, 'POST', '', input(more))).data.chat_hook;

/** What an uploader gives and nobody else may read. */
const typed = { title: 'PRIVATE-TITLE', caption: 'PRIVATE-CAPTION', description: 'PRIVATE-WORDS', tags: 'PRIVATE-TAG' };
async function item(person: Uploader, scores: Record<string, number> = { sexual_explicit: 0.97 }): Promise<string> {
  const media = file(picture('formats/pears.png'), 'PRIVATE-FILE.png');
  const { id } = resultOf(await person.apiUpload({ media, ...typed }, { query: '?wait=0' })).media_upload;
  const examiner = wholeExaminer({
    async examine(bytes) {
      const seen = await quickExaminer.examine(bytes);
      return { ...seen, analysis: { ...seen.analysis, scores, text: 'PRIVATE-WRITING' } };
    },
  });
  await moderate(built.context, examiner, { mediaId: id, attempt: 1 }, signs);
  return id;
}
const collect = () => collectMessages(built.context, never);
const send = () => sendMessages(built.context, never);
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const rowOf = async ({ id }: ChatHook) => (await built.context.db.select().from(chatHook).where(eq(chatHook.id, id)))[0];

describe('a chat', () => {
  it('DOOR-0 DOOR-A8 is switched off where DOORS leaves it out: no calls, and nothing is sent', async () => {
    const person = await createUploader(built);
    await make(person, { digest_minutes: 0 });
    await item(person);
    const { config } = built.context;
    const run = { ...signs, id: 'one', attempt: 1 };
    const off = { ...built.context, config: { ...config, doors: config.doors.filter((name) => name !== 'chat') } };
    await tellChats.run(off, {}, run);
    expect(receiver.received).toEqual([]);
    await tellChats.run(built.context, {}, run);
    expect(receiver.received).toHaveLength(1);
    const closed = await build({ config: { doors: off.config.doors } });
    const calls = [
      ['GET', '/api/chat-hooks'],
      ['POST', '/api/chat-hooks'],
      ['POST', '/api/chat-hooks/00000000-0000-7000-8000-000000000000/test'],
    ] as const;
    for (const [method, url] of calls)
      expect([url, (await closed.app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })).statusCode]).toEqual(
        [url, 404],
      );
    await closed.close();
  });

  it('DOOR-A8 hears its news while many chats of another account do not answer', async () => {
    const [slow, quick] = [await createUploader(built), await createUploader(built)];
    for (let made = 0; made < 10; made += 1) await make(slow, { digest_minutes: 0, url: `${chatUrl()}/slow` });
    await item(slow);
    await make(quick, { digest_minutes: 0 });
    await item(quick);
    await collect();
    const stalled: (() => void)[] = [];
    let quickly = 0;
    receiver.answer = (response) => {
      if (response.req.url?.endsWith('/slow')) stalled.push(() => response.end('ok'));
      else {
        quickly += 1;
        response.end('ok');
      }
    };
    const all = send();
    await expect.poll(() => [stalled.length, quickly]).toEqual([2, 1]);
    const release = setInterval(() => {
      for (const end of stalled.splice(0)) end();
    }, 5);
    expect(await all).toBe(11);
    clearInterval(release);
  });

  it('is made, changed and deleted, and its address is given back by nothing', async () => {
    const person = await createUploader(built);
    const made = await make(person);
    expect(made).toMatchObject({ kind: 'slack', name: 'Moderators', digest_minutes: 15, is_active: true, last_error: null });
    expect(made.url_shown).toBe(`${receiver.address}/…path`);
    const changed = await call(person, 'PATCH', `/${made.id}`, { name: 'Night shift', digest_minutes: 0 });
    expect(changed.data.chat_hook).toMatchObject({ name: 'Night shift', digest_minutes: 0 });
    const listed = await call(person, 'GET');
    expect(listed.data.chat_hooks).toHaveLength(1);
    expect(listed.text + changed.text + JSON.stringify(await rowOf(made)) + logged.join()).not.toContain(secret);
    expect((await call(person, 'DELETE', `/${made.id}`)).code).toBe(200);
    expect((await call(person, 'GET')).data.chat_hooks).toEqual([]);
  });

  it('is one of ten at most, also when many are made at once', async () => {
    const person = await createUploader(built);
    const answers = await Promise.all(Array.from({ length: limits.chatHooksMax + 3 }, () => call(person, 'POST', '', input())));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(limits.chatHooksMax);
    expect(answers.filter(({ refused }) => refused === 'chat_hooks_full')).toHaveLength(3);
  });

  it.each([
    ['slack', 'http://hooks.slack.com/services/T0/B0/x'],
    ['slack', 'https://hooks.slack.com.evil.example/services/x'],
    ['slack', 'https://hooks.slack.com:8443/services/x'],
    ['slack', 'https://user:pass@hooks.slack.com/services/x'],
    ['slack', 'https://discord.com/api/webhooks/1/x'],
    ['discord', 'https://hooks.slack.com/services/T0/B0/x'],
    ['discord', 'https://example.com/api/webhooks/1/x'],
    ['slack', 'http://127.0.0.1:5432/'],
    ['slack', 'http://169.254.169.254/latest/meta-data/'],
    ['slack', 'http://[::1]/'],
    ['slack', 'https://localhost/'],
    ['slack', 'http://0x7f000001/'],
    ['slack', 'file:///etc/passwd'],
    ['slack', 'hooks.slack.com'],
  ])('of %s is never %s', async (kind, url) => {
    const person = await createUploader(built);
    expect(await call(person, 'POST', '', input({ kind, url }))).toMatchObject({ code: 400 });
    const made = await make(person);
    if (kind === 'slack') expect(await call(person, 'PATCH', `/${made.id}`, { url })).toMatchObject({ code: 400 });
  });

  it.each([
    ['slack', 'https://hooks.slack.com/services/T0/B0/x'],
    ['discord', 'https://discord.com/api/webhooks/1/x'],
    ['discord', 'https://discordapp.com/api/webhooks/1/x'],
  ])('of %s may be %s', async (kind, url) => {
    expect((await call(await createUploader(built), 'POST', '', input({ kind, url, is_active: false }))).code).toBe(200);
  });

  it('says what became of a test', async () => {
    const person = await createUploader(built);
    const made = await make(person, { kind: 'discord', is_active: false });
    expect((await call(person, 'POST', `/${made.id}/test`)).data).toMatchObject({ success: true });
    expect(bodies()).toEqual([
      { content: 'Clearframe can post here. This is a test.', embeds: [], allowed_mentions: { parse: [] } },
    ]);
    receiver.answer = (response) => response.writeHead(403).end('no');
    expect((await call(person, 'POST', `/${made.id}/test`)).data).toMatchObject({ success: false });
  });
});

describe('a digest', () => {
  it('of Slack counts what waits by reason, links to it, and holds nothing of what was uploaded', async () => {
    const person = await createUploader(built);
    const hook = await make(person);
    const flagged = await item(person);
    await item(person, { sexual_explicit: 0.97, nudity: 0.99 });
    await item(person, {});
    built.clock.advance(12 * 60_000);
    expect(await collect()).toBe(1);
    expect(await send()).toBe(1);
    const [body] = bodies();
    expect(body.text).toBe('2 items wait for a decision: 2 flagged.');
    const words = body.blocks.map(({ type, text }: { type: string; text: { type: string; text: string } }) => {
      expect([type, text.type]).toEqual(['section', 'mrkdwn']);
      return text.text;
    });
    expect(words[1]).toMatch(/^By reason: .+ 2(, .+ 1)?\.\nThe oldest waits 12 min\.$/);
    expect(words[2]).toContain(`<${built.context.config.publicUrl}/dashboard/media/${flagged}|Item `);
    expect(receiver.received[0]?.body).not.toMatch(/PRIVATE|\/files\/|sig=|image|thumbnail/i);
    expect(await collect()).toBe(0);
    expect((await rowOf(hook))?.lastError).toBeNull();
  });

  it('says that an author is blocked, and never who', async () => {
    const person = await createUploader(built);
    const author = JSON.stringify({ id: 'PRIVATE-AUTHOR' });
    const upload = () => person.apiUpload({ media: file(picture('formats/pears.png')), author }, { query: '?wait=0' });
    await upload();
    const url = '/api/authors/PRIVATE-AUTHOR/action';
    const payload = { action: 'block', reason: 'PRIVATE-REASON' };
    expect((await built.app.inject({ method: 'POST', url, headers: person.headers, payload })).statusCode).toBe(200);
    await make(person);
    await upload();
    expect([await collect(), await send()]).toEqual([1, 1]);
    expect(bodies()[0].blocks[1].text.text).toContain('By reason: blocked author 1.');
    expect(receiver.received[0]?.body).not.toContain('PRIVATE');
  });

  it('of Discord mentions nobody and shows no picture', async () => {
    const person = await createUploader(built);
    await make(person, { kind: 'discord' });
    await item(person);
    await collect();
    await send();
    const [body] = bodies();
    expect(Object.keys(body).sort()).toEqual(['allowed_mentions', 'content', 'embeds']);
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds.map(Object.keys)).toEqual([['description']]);
    expect(receiver.received[0]?.body).not.toMatch(/PRIVATE|image|thumbnail/);
  });

  it('comes no more often than its minutes, and leaves out what was decided meanwhile', async () => {
    const person = await createUploader(built);
    await make(person, { digest_minutes: 30 });
    await item(person);
    expect(await collect()).toBe(1);
    const second = await item(person);
    await item(person);
    const passed = await built.app.inject({
      method: 'POST',
      url: `/api/media/${second}/pass`,
      headers: person.headers,
      payload: {},
    });
    expect(passed.statusCode, passed.body).toBe(200);
    built.clock.advance(29 * 60_000);
    expect(await collect()).toBe(0);
    built.clock.advance(60_000);
    expect(await collect()).toBe(1);
    await send();
    expect(bodies().at(-1).text).toBe('1 item waits for a decision: 1 flagged.');
  });

  it('of 0 minutes is a message an item, and one message for more than 20', async () => {
    const person = await createUploader(built);
    await make(person, { digest_minutes: 0 });
    await item(person);
    await item(person);
    expect(await collect()).toBe(2);
    for (let count = 0; count < 21; count += 1) await item(person);
    expect(await collect()).toBe(1);
    await send();
    expect(bodies().map(({ text }) => text.split(' ')[0])).toEqual(['1', '1', '21']);
    expect(receiver.received.at(-1)?.body.match(/\|Item \d+>/g)).toHaveLength(10);
  });

  it('tells only of the events that were chosen, of the own account, and of nothing from before it was switched on', async () => {
    const [person, other] = [await createUploader(built), await createUploader(built)];
    await item(person);
    built.clock.advance(1_000);
    const hook = await make(person, { events: ['analysis_failed'] });
    await item(person);
    await item(other);
    expect(await collect()).toBe(0);
    await call(person, 'PATCH', `/${hook.id}`, { is_active: false });
    await item(person);
    built.clock.advance(1_000);
    await call(person, 'PATCH', `/${hook.id}`, { is_active: true, events: ['flagged'] });
    expect(await collect()).toBe(0);
    await item(person);
    expect(await collect()).toBe(1);
    await send();
    expect(bodies().at(-1).text).toBe('1 item waits for a decision: 1 flagged.');
  });

  it('is made once by two processes', async () => {
    const person = await createUploader(built);
    await make(person);
    await item(person);
    const made = await Promise.all([collect(), collect(), collect()]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
    await Promise.all([send(), send(), send()]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a message that does not arrive', () => {
  async function waiting(more: object = {}) {
    const person = await createUploader(built);
    const hook = await make(person, more);
    await item(person);
    await collect();
    return { person, hook };
  }
  const stateOf = async (hook: ChatHook) => {
    const rows = await built.context.db.select().from(chatMessage).where(eq(chatMessage.hookId, hook.id));
    return rows.map(({ state, attempts }) => [state, attempts]);
  };

  it('is sent again after the time that Discord asks for, and not before', async () => {
    const { hook } = await waiting({ kind: 'discord' });
    receiver.answer = (response) => response.writeHead(429).end('{"message":"You are being rate limited.","retry_after":64.57}');
    expect(await send()).toBe(0);
    receiver.answer = (response) => response.end('ok');
    built.clock.advance(64_000);
    expect(await send()).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect((await rowOf(hook))?.lastError).toContain('429');
    built.clock.advance(1_000);
    expect(await send()).toBe(1);
    expect((await rowOf(hook))?.lastError).toBeNull();
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });

  it('is given up after four attempts', async () => {
    const { hook } = await waiting();
    receiver.answer = (response) => response.writeHead(500).end();
    for (let round = 0; round < 6; round += 1) {
      await send();
      built.clock.advance(600_000);
    }
    expect(receiver.received).toHaveLength(4);
    expect(await stateOf(hook)).toEqual([['failed', 4]]);
  });

  it.each([404, 410])('because the chat is gone (%i) switches it off and mails the owner once', async (status) => {
    const { person, hook } = await waiting();
    receiver.answer = (response) => response.writeHead(status).end('no_service');
    await send();
    expect(await rowOf(hook)).toMatchObject({ isActive: false });
    const stopped = async () =>
      (await built.mailsTo(person.email)).filter(({ subject }) => subject.includes('Chat notifications stopped'));
    await expect.poll(async () => (await stopped()).length).toBe(1);
    await item(person);
    expect([await collect(), await send()]).toEqual([0, 0]);
  });

  it('because its process died between taking and sending it is sent by another a minute later', async () => {
    const { hook } = await waiting();
    const taken = new Date(built.clock.now().getTime() + 60_000);
    await built.context.db.update(chatMessage).set({ attempts: 1, nextAttemptAt: taken }).where(eq(chatMessage.hookId, hook.id));
    expect(await send()).toBe(0);
    built.clock.advance(60_000);
    expect(await send()).toBe(1);
    expect(await stateOf(hook)).toEqual([['sent', 2]]);
  });

  it('is not sent to an address that took its place', async () => {
    const { person, hook } = await waiting();
    await call(person, 'PATCH', `/${hook.id}`, { url: `${chatUrl()}/other` });
    expect(await send()).toBe(0);
    expect(receiver.received).toEqual([]);
  });

  it('keeps no other chat waiting', async () => {
    const { person } = await waiting();
    await make(person, { url: 'http://127.0.0.1:1/gone' }).catch(() => undefined);
    receiver.answer = (response) => response.writeHead(500).end();
    await send();
    const other = await createUploader(built);
    await make(other);
    await item(other);
    await collect();
    receiver.answer = (response) => response.end('ok');
    expect(await send()).toBe(1);
  });
});

describe('TRUST-B4 TRUST-B5 notices and appeals in a chat', () => {
  const advance = (hours: number) => built.clock.advance(hours * 3_600_000);
  const texts = () => bodies().map(({ text }: { text: string }) => text);
  const said = {
    kind: 'take_it_down',
    ground: 'illegal',
    legal_reference: 'PRIVATE-LAW',
    explanation: 'PRIVATE-STORY',
    name: 'PRIVATE-NAME',
    email: 'private@example.com',
    signature: 'PRIVATE-NAME',
    good_faith: true,
  } as const;

  it('TRUST-B4 are told once when they come, a notice again at half its time, three quarters and the end, and name nobody', async () => {
    const person = await createUploader(built);
    await make(person, { events: ['notice', 'appeal'], digest_minutes: 0 });
    const by = { accountId: person.accountId, tokenName: 'a' };
    const noticeId = await fileNotice(built.context, by, { ...said, item_url: 'https://private.example/PRIVATE-URL' });
    await item(person);
    expect([await collect(), await collect()]).toEqual([1, 0]);
    await send();
    expect(texts()).toEqual(['1 notice came in.']);
    expect(receiver.received[0]?.body).toContain(`/dashboard/notices/${noticeId}`);
    advance(23);
    expect(await collect()).toBe(0);
    for (const [hours, text] of [
      [2, '1 notice has half of its time left.'],
      [12, '1 notice is due soon.'],
      [12, '1 notice is overdue.'],
    ] as const) {
      advance(hours);
      expect([await collect(), await collect()]).toEqual([1, 0]);
      await send();
      expect(texts().at(-1)).toBe(text);
    }
    const values = {
      accountId: person.accountId,
      number: 1,
      mediaId: noticeId,
      content: statementContent,
      appealUntil: new Date(),
    };
    const [stated] = await built.context.db.insert(statement).values(values).returning();
    const of = {
      accountId: person.accountId,
      statementId: stated?.id ?? '',
      text: 'PRIVATE-APPEAL',
      receivedAt: built.clock.now(),
    };
    await built.context.db.insert(appeal).values(of);
    expect([await collect(), await collect()]).toEqual([1, 0]);
    await send();
    expect(texts().at(-1)).toBe('1 appeal came in.');
    expect(
      receiver.received
        .map(({ body }) => body)
        .join()
        .toLowerCase(),
    ).not.toContain('private');
  });

  it('are not told to a chat that hears of items alone', async () => {
    const person = await createUploader(built);
    await make(person);
    await fileNotice(built.context, { accountId: person.accountId, tokenName: 'a' }, { ...said, item_url: 'https://a.example/' });
    expect(await collect()).toBe(0);
  });
});

const statementContent = {
  facts: 'A person decided.',
  ground: 'terms',
  label: { key: 'other', name: 'Other', text: 'No.' },
  reference: null,
  reference_url: null,
  automated_detection: false,
  automated_decision: 'not_automated',
  source: 'voluntary',
  restriction: 'removed',
  platformName: 'Pears',
  contact: null,
  outOfCourt: null,
} as const;
