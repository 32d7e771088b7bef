import { type Endpoint, type EndpointData, type EndpointInput, messages, readData } from '@clearframe/contract';
import { ApiError, errorFromAnswer } from './api-error.ts';
import type { Refresher } from './refresh.ts';

export type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal };

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

/** Reads what an answer means: its `data`, or the ApiError of a refusal. The shape is checked, not believed. */
export function readAnswer<E extends Endpoint>(endpoint: E, status: number, body: string): EndpointData<E> {
  if (status < 200 || status > 299) throw errorFromAnswer(status, body);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new ApiError(status, messages.unknownError);
  }
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
  const read = readData(endpoint, data);
  if (read === undefined) throw new ApiError(status, messages.unknownError);
  return read;
}

/** One JSON call of the endpoint table: same-origin cookies, and the refresh rule where the endpoint needs a session. */
export function createCall(deps: { fetch: typeof fetch; withRefresh: Refresher['withRefresh'] }): Call {
  return async (endpoint, ...rest) => {
    const input: Input = rest[0] ?? {};
    const send = async () => {
      const headers = new Headers(input.headers);
      headers.set('Accept', 'application/json');
      const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
      if (input.signal) init.signal = input.signal;
      if (input.body !== undefined) {
        headers.set('Content-Type', 'application/json');
        init.body = JSON.stringify(input.body);
      }
      const response = await deps.fetch(endpointAddress(endpoint, input), init).catch((cause: unknown) => {
        if (input.signal?.aborted) throw cause;
        throw new ApiError(0, messages.requestFailed);
      });
      return { status: response.status, body: await response.text() };
    };
    const answer = await (endpoint.access === 'session' ? deps.withRefresh(send) : send());
    return readAnswer(endpoint, answer.status, answer.body);
  };
}
