import { lookup as systemLookup } from 'node:dns';
import type { Readable } from 'node:stream';
import type { Send } from '@clearframe/engine/light';
import { Agent } from 'undici';
import { writtenTarget } from './fetcher.ts';
import { guardConnect, type Lookup } from './guard-connect.ts';

/** Beside a provider, how many calls of one process may run at a time. */
const connections = 8;
const connectMs = 5_000;

export type GuardedSend = { send: Send; close(): Promise<void> };

/** Answers that the constructor of Response takes without a body only. */
const bodiless = [204, 205, 304];

/**
 * Requests to providers that the operator set: public addresses, checked where the connection is made, and the private ones that are
 * named. Redirects are not followed, because they would carry key and picture elsewhere. How long it may take, the signal says.
 * @param allowed `host:port` exactly as it stands in a URL: these may be private
 */
export function createGuardedSend(allowed: readonly string[], lookup: Lookup = systemLookup): GuardedSend {
  const exceptions = new Set(allowed.map((target) => target.toLowerCase()));
  const common = { connections, allowH2: false };
  const guarded = new Agent({ ...common, connect: guardConnect(lookup, connectMs) });
  const excepted = new Agent({ ...common, connect: { timeout: connectMs } });
  return {
    async send(url, { method, headers, body, signal }) {
      const target = new URL(url);
      // A form becomes its bytes, with the boundary in its type.
      const form = body instanceof FormData ? new Request(target, { method, body }) : null;
      const agent = exceptions.has(writtenTarget(url) ?? '') ? excepted : guarded;
      const answer = await agent.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method,
        headers: {
          'user-agent': 'Clearframe',
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
          ...headers,
        },
        ...(form ? { body: Buffer.from(await form.arrayBuffer()) } : method === 'GET' ? {} : { body: plain(body) }),
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return toResponse(answer.statusCode, answer.headers, answer.body);
    },
    async close() {
      await Promise.all([guarded.destroy(), excepted.destroy()]);
    },
  };
}

const plain = (body: Uint8Array | string | FormData): Uint8Array | string => (body instanceof FormData ? '' : body);

function toResponse(status: number, given: Record<string, string | string[] | undefined>, body: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, String(value));
  if (bodiless.includes(status)) {
    body.on('error', () => undefined).destroy();
    return new Response(null, { status, headers });
  }
  return new Response(toStream(body), { status, headers });
}

/** Read as it is asked for; whoever stops reading ends the connection. */
function toStream(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      body.on('error', () => undefined).destroy();
    },
  });
}
