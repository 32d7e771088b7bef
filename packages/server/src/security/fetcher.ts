import { lookup as systemLookup } from 'node:dns';
import type { Readable } from 'node:stream';
import { AppError, limits } from '@clearframe/contract';
import { Agent, type Dispatcher } from 'undici';
import { guardConnect, type Lookup } from './guard-connect.ts';
import { readStart } from './read-start.ts';
import { limitBytes } from './response-limit.ts';

type FetchAnswer = {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
};

type GetOptions = {
  /** The body is cut off with a {@link ResponseTooLarge} once it is longer; a longer declared length is refused before reading. */
  maxBytes: number;
  /** Value of the Range header, such as `bytes=0-99`. */
  range?: string;
  /** Ends it, also while the body comes: nobody waits any more. */
  signal?: AbortSignal | undefined;
};

type PostOptions = {
  headers: Record<string, string>;
  body: string;
  /** For everything, from the look-up of the name to the answer's headers. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** How much of the answer's body is read, within `timeoutMs` then. Default: 4 kB within a second. */
  answerMaxBytes?: number;
};

/**
 * Requests to addresses that a customer names. Public addresses only, checked where the connection is made; at most
 * {@link maxRedirects} redirects, each checked again. A refused target gets no connection at all.
 * @throws AppError url_invalid (not http(s), or with a password in it),
 * url_refused (not public, not reachable, too slow, too many redirects)
 */
export type Fetcher = {
  /** HEAD, or the first byte by GET from a server that knows no HEAD (405, 501). */
  head(url: string, options?: Pick<GetOptions, 'signal'>): Promise<FetchAnswer>;
  /** The body must be read or destroyed. @throws ResponseTooLarge here or from the body */
  get(url: string, options: GetOptions): Promise<FetchAnswer & { body: Readable }>;
  /** Never follows a redirect: its status is the answer. `start` is the beginning of the answer's body as text. */
  post(url: string, options: PostOptions): Promise<FetchAnswer & { start: string }>;
  /** Ends every connection. */
  close(): Promise<void>;
};

export type FetcherOptions = {
  /** `host:port` exactly as it stands in a URL: these may be reached although they are private. */
  allowPrivateTargets: readonly string[];
  lookup?: Lookup;
  timeouts?: Partial<typeof defaultTimeouts>;
};

const maxRedirects = 3;
/** The status is the answer to a POST: its body is read this far and this long, so that the connection ends in order. */
const postBodyMs = 1_000;
const defaultTimeouts = { connectMs: 5_000, headersMs: 10_000, idleMs: 10_000, totalMs: 60_000 };

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'headers'> & { headers: Record<string, string> };

/** The written `host:port` of an address, or null when it is written in a form that only a parser understands. */
export function writtenTarget(url: string): string | null {
  const match = /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?(?:[/?#]|$)/i.exec(url);
  if (!match) return null;
  const [, scheme = '', host = '', port] = match;
  return `${host}${port ?? (scheme.toLowerCase() === 'https' ? ':443' : ':80')}`.toLowerCase();
}

/** URL drops or encodes them silently: what is stored and shown would not be what was asked, and U+0000 cannot be stored. */
const controls = /\p{Cc}/u;

function parseTarget(url: string, code: 'url_invalid' | 'url_refused'): URL {
  const isAddress = url.length <= limits.urlMaxLength && !controls.test(url) && URL.canParse(url);
  const parsed = isAddress ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new AppError(code, { detail: 'not an http(s) address' });
  if (parsed.username !== '' || parsed.password !== '') throw new AppError(code, { detail: 'an address with credentials' });
  return parsed;
}

/** Aborts after this time, or with the caller's own signal. */
const within = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([AbortSignal.timeout(ms), signal]) : AbortSignal.timeout(ms);

/** The guarded client; holds connections until it is closed. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const lookup: Lookup = options.lookup ?? systemLookup;
  const exceptions = new Set(options.allowPrivateTargets.map((target) => target.toLowerCase()));
  const common = { headersTimeout: timeouts.headersMs, bodyTimeout: timeouts.idleMs, allowH2: false };
  const guarded = new Agent({ ...common, connect: guardConnect(lookup, timeouts.connectMs) });
  const excepted = new Agent({ ...common, connect: { timeout: timeouts.connectMs } });

  async function send(url: string, method: 'HEAD' | 'GET', headers: Record<string, string>, signal: AbortSignal) {
    let written = url;
    let target = parseTarget(url, 'url_invalid');
    for (let hops = 0; ; hops++) {
      const answer = await request(agentFor(written), target, { method, headers, signal });
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return { answer, url: target.href };
      answer.body.on('error', () => undefined).destroy();
      if (hops >= maxRedirects) throw new AppError('url_refused', { detail: `more than ${maxRedirects} redirects` });
      const next = URL.canParse(location, target.href) ? new URL(location, target.href).href : '';
      target = parseTarget(next, 'url_refused');
      // A relative redirect stays where it is; an absolute one is judged as it was written.
      written = URL.canParse(location) || /^[/\\]{2}/.test(location.trim()) ? location : next;
    }
  }

  const agentFor = (written: string): Agent => (exceptions.has(writtenTarget(written) ?? '') ? excepted : guarded);

  async function request(agent: Agent, url: URL, { headers, ...options }: RequestOptions) {
    try {
      return await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        headers: { 'user-agent': 'Clearframe', accept: '*/*', 'accept-encoding': 'identity', ...headers },
        ...options,
      });
    } catch (error) {
      throw new AppError('url_refused', { detail: error instanceof Error ? error.message : 'no connection', cause: error });
    }
  }

  const describe = (answer: Dispatcher.ResponseData, url: string): FetchAnswer => ({
    url,
    status: answer.statusCode,
    headers: answer.headers,
  });

  return {
    async head(url, options = {}) {
      const signal = within(timeouts.headersMs, options.signal);
      let sent = await send(url, 'HEAD', {}, signal);
      sent.answer.body.on('error', () => undefined).destroy();
      if (sent.answer.statusCode === 405 || sent.answer.statusCode === 501) {
        sent = await send(url, 'GET', { range: 'bytes=0-0' }, signal);
        sent.answer.body.on('error', () => undefined).destroy();
      }
      return describe(sent.answer, sent.url);
    },
    async get(url, { maxBytes, range, signal }) {
      const ends = within(timeouts.totalMs, signal);
      const { answer, url: reached } = await send(url, 'GET', range ? { range } : {}, ends);
      return { ...describe(answer, reached), body: limitBytes(answer.body, maxBytes, answer.headers['content-length']) };
    },
    async post(url, { headers, body, timeoutMs, signal, answerMaxBytes }) {
      const target = parseTarget(url, 'url_invalid');
      const answer = await request(agentFor(url), target, {
        method: 'POST',
        headers,
        body,
        signal: within(timeoutMs, signal),
        headersTimeout: timeoutMs,
        // A connection kept for the next event could be closed by the other side just when that is sent.
        reset: true,
      });
      const read = answerMaxBytes === undefined ? { maxBytes: limits.webhookResponseMaxBytes, maxMs: postBodyMs } : null;
      const start = await readStart(answer.body, read ?? { maxBytes: answerMaxBytes ?? 0, maxMs: timeoutMs });
      return { ...describe(answer, url), start };
    },
    async close() {
      await Promise.all([guarded.destroy(), excepted.destroy()]);
    },
  };
}
