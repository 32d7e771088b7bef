import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AnalyserInput, Send } from '../src/analysers/analyser.ts';
import type { AnalyserClock } from '../src/analysers/clock.ts';
import { createShown } from '../src/analysers/shown.ts';

export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string; bytes: Buffer };
/** How the fake answers one request; none of it = the connection stays open without a word. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string; bytes?: Uint8Array }
  | { breakOffAfter: string }
  | { silent: true };

export type FakeProvider = {
  origin: string;
  asked: Asked[];
  /** Answers the next requests, one each; the last is kept for all that follow. */
  reply(...replies: (Reply | ((asked: Asked) => Reply))[]): void;
  close(): Promise<void>;
};

/** A server on this machine that stands for a provider. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const asked: Asked[] = [];
  let replies: (Reply | ((asked: Asked) => Reply))[] = [{ status: 500, json: {} }];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: bytes.toString(),
      bytes,
    };
    asked.push(one);
    const next = (replies.length > 1 ? replies.shift() : replies[0]) ?? { silent: true };
    answer(response, typeof next === 'function' ? next(one) : next);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    reply(...next) {
      replies = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if ('silent' in reply) return;
  if ('breakOffAfter' in reply) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
    response.write(reply.breakOffAfter, () => response.destroy());
    return;
  }
  const body = reply.bytes ?? reply.text ?? JSON.stringify(reply.json ?? {});
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(body);
}

/** The requests of an adapter, without the server's guard. */
export const plainSend: Send = (url, { method, headers, body, signal }) =>
  fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(method === 'GET' ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : body }),
  });

/** Pauses are over at once and are kept in `slept`; a sleep of exactly `tryMs`, a time-out, lasts until the test lets time pass. */
export function fakeClock({ nowMs = Date.UTC(2026, 0, 1), tryMs = 15_000 } = {}) {
  const slept: number[] = [];
  const waiting = new Set<{ untilMs: number; resolve: () => void }>();
  return {
    slept,
    tryMs,
    pass(ms: number) {
      nowMs += ms;
      for (const one of waiting) if (one.untilMs <= nowMs) one.resolve();
    },
    nowMs: () => nowMs,
    random: () => 0.5,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (ms === tryMs) {
          waiting.add({ untilMs: nowMs + ms, resolve });
          return;
        }
        slept.push(ms);
        nowMs += ms;
        resolve();
      }),
  } satisfies AnalyserClock & Record<string, unknown>;
}

/** A small grey picture and a text, as adapters are shown them. The JPEG is three bytes that no fake looks at. */
export function fakeInput(text = ''): AnalyserInput {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff]);
  const pixels = { data: new Uint8Array(8 * 8 * 3).fill(128), width: 8, height: 8 };
  const shown = createShown(pixels);
  return { ...shown, jpeg: async (leastSide = 0) => (leastSide > 8 ? await shown.jpeg(leastSide) : jpeg), text };
}
