import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { session } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, addMember, openSession } from './helpers/members.ts';
import { post } from './helpers/sign-in.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

type Stream = { status: number; events: LiveEvent[]; text(): string; ended: Promise<void>; close(): void };

describe('the event stream', () => {
  let built: Built;
  let person: Uploader;
  let stranger: Uploader;
  let port: number;
  const streams: Stream[] = [];
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    stranger = await createUploader(built);
    await runQueuedModeration(built, quickExaminer);
    await built.app.listen({ port: 0, host: '127.0.0.1' });
    port = (built.app.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  afterAll(() => built.close());

  async function open(headers: Record<string, string>, query = ''): Promise<Stream> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: `/api/events${query}`, headers, agent: false }, resolve).on('error', reject);
    });
    let text = '';
    const events: LiveEvent[] = [];
    const ended = new Promise<void>((resolve) => response.on('close', resolve));
    const first = new Promise<void>((resolve) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        events.length = 0;
        for (const [, data = ''] of text.matchAll(/^event: [\w.]+\ndata: (.*)\n\n/gm)) events.push(JSON.parse(data));
        resolve();
      });
    });
    const stream = { status: response.statusCode ?? 0, events, text: () => text, ended, close: () => response.destroy() };
    streams.push(stream);
    await first;
    return stream;
  }

  it('UP-05 tells the stages of an upload in order, to its own account alone', async () => {
    const own = await open(person.headers);
    const other = await open(stranger.headers);
    expect(own.status).toBe(200);
    const { media_upload: item } = resultOf(
      await person.upload({ media: file(picture('formats/pears.png')) }, { 'idempotency-key': 'upload-1' }),
    );
    const stage = (name: string) => ({ type: 'media.stage', media_id: item.id, upload_id: 'upload-1', stage: name });
    await expect.poll(() => own.events.length).toBe(6);
    expect(own.events).toEqual([
      stage('queued'),
      stage('analysis'),
      stage('keywords'),
      stage('verdict'),
      { type: 'media.updated', media_id: item.id },
      { type: 'usage.updated' },
    ]);
    await stranger.upload({ media: file(picture('formats/pears.png')) });
    await expect.poll(() => other.events.length).toBe(6);
    expect(other.events.some((event) => 'media_id' in event && event.media_id === item.id)).toBe(false);
    expect(own.events).toHaveLength(6);
  });

  it('UP-05 tells first what changed while the page was read, and of longer ago that something may have', async () => {
    const reader = await createUploader(built);
    const begunMs = performance.now();
    const watching = await open(reader.headers);
    await new Promise<void>((resolve) => {
      const stop = built.context.live.subscribe(reader.accountId, (event) => {
        if (event.type !== 'usage.updated') return;
        stop();
        resolve();
      });
      void reader.upload({ media: file(picture('formats/pears.png')) });
    });
    const since = await open(reader.headers, '?read_ms=0');
    expect(since.events).toEqual([]);
    const changed = watching.events.filter(({ type }) => type !== 'media.stage');
    expect(changed.map(({ type }) => type)).toEqual(['media.updated', 'usage.updated']);
    const longAgo = await open(reader.headers, '?read_ms=70000');
    await expect.poll(() => longAgo.events).toEqual([{ type: 'stream.late' }]);
    const refused = await open(reader.headers, '?read_ms=soon');
    expect(refused.status).toBe(400);
    const late = await open(reader.headers, `?read_ms=${Math.ceil(performance.now() - begunMs)}`);
    await expect.poll(() => late.events).toEqual(changed);
  });

  it('UP-05 ends after the connection that listens broke, so that the page comes back and reads what it missed', async () => {
    const own = await open(person.headers);
    await built.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'clearframe listen' and datname = current_database()`,
    );
    await own.ended;
    const again = await open(person.headers);
    resultOf(await person.upload({ media: file(picture('formats/pears.png')) }));
    await expect.poll(() => again.events.at(-1)).toEqual({ type: 'usage.updated' });
  });

  it('UP-05 opens when it hears, so that the first stage is not told to nobody', async () => {
    const order: string[] = [];
    const listening = vi.spyOn(built.context.live, 'listening').mockImplementation(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('listening');
    });
    await open(person.headers);
    order.push('open');
    listening.mockRestore();
    expect(order).toEqual(['listening', 'open']);
  });

  it('AUTH-07 opens for signed-in people alone', async () => {
    expect((await open({})).status).toBe(401);
    expect((await open({ authorization: `Bearer ${person.token}` })).status).toBe(401);
  });

  it('SEC-06 holds a session to six streams, and gives a place back when one ends', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => open(person.headers)));
    const seventh = await open(person.headers);
    expect(seventh.status).toBe(429);
    six[0]?.close();
    await expect.poll(async () => (await open(person.headers)).status).toBe(200);
  });

  it('AUTH-11 ends at once with its session, however that ends', async () => {
    const logout = await createUploader(built);
    const password = await createUploader(built);
    const streams = [await open(logout.headers), await open(password.headers)];
    const other = await openSession(built, password.userId, await accountOf(built, password.userId));
    await post(built, '/api/auth/logout', undefined, logout.box);
    await post(built, '/api/users/me/sessions/revoke-others', undefined, other);
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await open(person.headers)).status).toBe(200);
  });

  it('AUTH-11 ends with its session although the announcement went past it, and says in between that it is there', async () => {
    const leaver = await createUploader(built);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await open(leaver.headers);
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => stream.text()).toContain(': still here');
    await built.context.db.update(session).set({ revokedAt: built.clock.now() }).where(eq(session.userId, leaver.userId));
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    await stream.ended;
  });

  it('SEC-03 ends at once for whoever is removed from the account or looks at another one, and for nobody else', async () => {
    const owner = await addMember(built, 'owner');
    const removed = await addMember(built, 'viewer', owner.accountId);
    const person = await addMember(built, 'viewer', owner.accountId);
    const [own, gone, moved] = [await open(owner.headers), await open(removed.headers), await open(person.headers)];
    const url = `/api/team/members/${removed.userId}`;
    await built.app.inject({ method: 'DELETE', url, headers: owner.headers });
    await gone.ended;
    await post(built, '/api/team/leave', undefined, person.box);
    await moved.ended;
    const told = [removed.userId, person.userId].map((user_id) => ({ type: 'team.updated', user_id }));
    await expect.poll(() => own.events).toEqual(told);
    await built.app.inject({ method: 'PATCH', url: '/api/team', headers: owner.headers, payload: { name: 'Studio' } });
    await expect.poll(() => own.events.length).toBe(3);
    expect(moved.events).toEqual(told);
  });

  it('OPS-04 ends when the server stops, and does not keep it from stopping', async () => {
    const stream = await open(person.headers);
    const waits = Promise.withResolvers<void>();
    vi.spyOn(built.context.live, 'listening').mockImplementation(() => {
      waits.resolve();
      return new Promise(() => undefined);
    });
    const late = open(person.headers);
    await waits.promise;
    // Where chance says at once, too: the browser tries again after each such pause for as long as the server is down.
    vi.spyOn(built.context, 'random').mockReturnValue(0);
    await built.app.close();
    await stream.ended;
    expect(Number(/^retry: (\d+)\n\n$/m.exec(stream.text().slice('retry: 2000\n\n'.length))?.[1])).toBeGreaterThanOrEqual(1_000);
    expect((await late).status).toBe(503);
  });
});
