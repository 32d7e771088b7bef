import { PassThrough } from 'node:stream';
import { AppError, type LiveEvent, LiveQuery } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { isSessionLive } from '../../accounts/session-live.ts';
import type { Context } from '../../context.ts';
import type { Authenticators } from '../http/route.ts';

/** Keeps proxies from closing the stream, and is the moment to look at its session again: an announced end can go past us. */
const HEARTBEAT_MS = 20_000;
/** One tab holds one stream; browsers allow six connections to a host over HTTP/1.1. */
const STREAMS_PER_SESSION = 6;
/** A reader so slow that this much waits for it is cut off: it reconnects and reads the present state. */
const BACKLOG_BYTES = 65_536;

/** When pages of a server that stops come back, spread: another takes them all. While there is none they ask again after each pause. */
const RETURN_AFTER_MS = { least: 1_000, most: 5_000 } as const;

/** For how long the page has been reading, in milliseconds; undefined = it does not say. @throws AppError validation_failed */
function readMsOf(query: unknown): number | undefined {
  const asked = LiveQuery.safeParse(query);
  if (asked.success) return asked.data.read_ms;
  const message = 'read_ms: whole milliseconds, 0 or more';
  throw new AppError('validation_failed', { message, errors: [{ path: 'read_ms', message }] });
}

const write = (event: LiveEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** `GET /api/events`: what happens in the caller's account, as server-sent events, for as long as the session holds. */
export function eventRoutes(
  app: FastifyInstance,
  authenticators: Authenticators,
  context: Pick<Context, 'clock' | 'db' | 'live' | 'log' | 'random'>,
): void {
  const open = new Map<string, Set<PassThrough>>();
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    stopping.resolve();
    const { least, most } = RETURN_AFTER_MS;
    for (const stream of [...open.values()].flatMap((streams) => [...streams]))
      stream.end(`retry: ${Math.round(least + context.random() * (most - least))}\n\n`);
  });
  app.get('/api/events', async (request, reply) => {
    const { accountId, userId, sessionId } = await authenticators.session(request, reply);
    if (sessionId === null) throw new AppError('unauthenticated');
    const readMs = readMsOf(request.query);
    // The page begins when its stream opens: what it does then must not be told before anybody listens.
    await Promise.race([context.live.listening(), stopping.promise]);
    if (isStopping) throw new AppError('stopping');
    const streams = open.get(sessionId) ?? new Set();
    if (streams.size >= STREAMS_PER_SESSION)
      throw new AppError('rate_limited', { detail: 'event streams', retryAfterMs: HEARTBEAT_MS });
    const stream = new PassThrough();
    open.set(sessionId, streams.add(stream));
    const look = (then: () => void) =>
      isSessionLive(context, { sessionId, accountId })
        .then((isLive) => (isLive && stream.writable ? then() : stream.end()))
        .catch((error: unknown) => {
          context.log.warn({ err: error }, 'event stream ended');
          stream.end();
        });
    const send = (event: LiveEvent) => {
      if (stream.writableLength > BACKLOG_BYTES) stream.destroy();
      else if (stream.writable) stream.write(write(event));
      // Whoever was removed, or now looks at another account, hears nothing more of this one.
      if (event.type === 'team.updated' && event.user_id === userId) void look(() => {});
    };
    // After announcements that went past us the page comes back too, and reads the present state.
    const leave = context.live.subscribe(accountId, send, () => stream.end());
    const forget = context.live.onSessionEnd(sessionId, () => stream.end());
    const heartbeat = setInterval(() => void look(() => stream.write(': still here\n\n')), HEARTBEAT_MS);
    stream.once('close', () => {
      clearInterval(heartbeat);
      leave();
      forget();
      streams.delete(stream);
      if (streams.size === 0) open.delete(sessionId);
    });
    // Says that the subscription stands, and how soon to come back.
    stream.write('retry: 2000\n\n');
    // What changed between the page's first answers and now went past it.
    if (readMs !== undefined)
      for (const event of context.live.recent(accountId, readMs) ?? [{ type: 'stream.late' }]) send(event);
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream);
  });
}
