import { type Endpoint, type EndpointData, messages } from '@clearframe/contract';
import { readAnswer, receive } from './answer.ts';
import { ClearframeError } from './clearframe-error.ts';
import { isRunning, retryDelayMs } from './retry.ts';
import { realTiming, type Timing } from './timing.ts';

export type ClientOptions = {
  /** Origin of the server, such as https://moderation.example.com */
  baseUrl: string;
  /** An API token made in the dashboard (cf_live_…). */
  token: string;
  /** How long one try of a call may take. Default 30,000 ms; more for large files over slow lines. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** For tests. */
  timing?: Timing;
};

type Outgoing = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Sent as JSON. */
  json?: unknown;
  /** Made anew for each try: a body that was sent cannot be sent again. */
  form?: () => FormData | { type: string; stream: ReadableStream<Uint8Array> };
  /** Idempotency-Key. */
  key?: string;
  /** The body can be sent once only. */
  once?: boolean;
  signal?: AbortSignal | undefined;
};

/** One call of the endpoint table, with time-out and retries. @throws ClearframeError; the signal's reason when that aborted */
export type Send = <E extends Endpoint>(endpoint: E, outgoing?: Outgoing) => Promise<EndpointData<E>>;

function addressOf(baseUrl: string, { path }: Endpoint, { params = {}, query = {} }: Outgoing): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(`/api${filled}`, baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** `duplex` is what fetch asks of a body that is a stream; the types of the DOM do not know it yet. */
type Init = RequestInit & { duplex?: 'half' };

function initOf(token: string, { method }: Endpoint, { json, form, key }: Outgoing): Init {
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: 'application/json' });
  if (key !== undefined) headers.set('idempotency-key', key);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const body = form?.() ?? (json === undefined ? undefined : JSON.stringify(json));
  if (body === undefined) return { method, headers };
  if (typeof body === 'string' || body instanceof FormData) return { method, headers, body };
  headers.set('content-type', body.type);
  return { method, headers, body: body.stream, duplex: 'half' };
}

/** What all calls of a client go through. */
export function createSend({ baseUrl, token, timeoutMs = 30_000, fetch: ask = fetch, timing = realTiming }: ClientOptions): Send {
  const once: Send = async (endpoint, outgoing = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout;
    try {
      const response = await ask(addressOf(baseUrl, endpoint, outgoing), { ...initOf(token, endpoint, outgoing), signal });
      return readAnswer(endpoint, await receive(response));
    } catch (cause) {
      if (cause instanceof ClearframeError || outgoing.signal?.aborted) throw cause;
      throw new ClearframeError(0, messages.requestFailed, { code: 'no_answer', cause });
    }
  };
  return async (endpoint, outgoing = {}) => {
    const repeatable = endpoint.method === 'GET' || outgoing.key !== undefined;
    const tries = { failed: 0, running: 0 };
    for (;;) {
      try {
        return await once(endpoint, outgoing);
      } catch (error) {
        if (!(error instanceof ClearframeError) || outgoing.once) throw error;
        const delayMs = retryDelayMs(error, tries, repeatable, timing.random());
        if (delayMs === null) throw error;
        if (isRunning(error, repeatable)) tries.running += 1;
        else tries.failed += 1;
        await timing.sleep(delayMs, outgoing.signal);
      }
    }
  };
}
