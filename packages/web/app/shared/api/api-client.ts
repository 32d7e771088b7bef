import { type Endpoint, type EndpointData, type EndpointInput, messages } from '@clearframe/contract';
import { ClearframeError, readAnswer, receive } from '@clearframe/sdk';
import type { Refresher } from './refresh.ts';

type CallOptions = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on when the page is left: what it said is done already. */
  keepalive?: boolean;
};

/** The last argument of `call` may be left out where the endpoint takes nothing. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends EndpointInput<E>
    ? [input?: EndpointInput<E> & CallOptions]
    : [input: EndpointInput<E> & CallOptions];

export type Call = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) => Promise<EndpointData<E>>;

type Input = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** "/api/media/42?page=2": parameters filled in, absent query values left out. */
export function endpointAddress(endpoint: Endpoint, input: Pick<Input, 'params' | 'query'> = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `/api${path}${text === '' ? '' : `?${text}`}`;
}

export type CallDeps = {
  fetch: typeof fetch;
  withRefresh: Refresher['withRefresh'];
  /** A call got no answer at all. */
  onNoAnswer: () => void;
};

/** One JSON call of the endpoint table: same-origin cookies, and the refresh rule where the endpoint needs a session. */
export function createCall(deps: CallDeps): Call {
  return async (endpoint, ...rest) => {
    const input: Input = rest[0] ?? {};
    const send = async () => {
      const headers = new Headers(input.headers);
      headers.set('Accept', 'application/json');
      const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
      if (input.signal) init.signal = input.signal;
      if (input.keepalive) init.keepalive = true;
      if (input.body !== undefined) {
        headers.set('Content-Type', 'application/json');
        init.body = JSON.stringify(input.body);
      }
      try {
        return await receive(await deps.fetch(endpointAddress(endpoint, input), init));
      } catch (cause) {
        if (input.signal?.aborted) throw cause;
        deps.onNoAnswer();
        throw new ClearframeError(0, messages.requestFailed, { cause });
      }
    };
    const answer = await (endpoint.access === 'session' ? deps.withRefresh(send) : send());
    return readAnswer(endpoint, answer);
  };
}
