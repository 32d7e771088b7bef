import { type Endpoint, type EndpointData, ErrorAnswer, messages, readData } from '@clearframe/contract';
import { ClearframeError } from './clearframe-error.ts';

/** An answer as it arrived, by whatever means it was asked for. */
export type Answer = { status: number; body: string; retryAfterMs?: number | null; requestId?: string | null };

/** @throws ClearframeError 'Unknown error' when the body is no JSON */
function parseBody({ status, body, retryAfterMs = null, requestId = null }: Answer): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ClearframeError(status, messages.unknownError, { retryAfterMs, requestId, cause });
  }
}

/**
 * Reads the envelope of an answer. The shape is checked, not believed.
 * @returns what `data` holds
 * @throws ClearframeError with the status and the server's message; 'Request failed' when a refusal has none, 'Unknown error' when
 * the body is no JSON or a success does not hold what the endpoint promises (specification §8)
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer): EndpointData<E> {
  const { status, retryAfterMs = null, requestId = null } = answer;
  const json = parseBody(answer);
  if (status < 200 || status > 299) {
    const { message, errors = [], code = null } = ErrorAnswer.partial().safeParse(json).data ?? {};
    throw new ClearframeError(status, message || messages.requestFailed, { code, errors, retryAfterMs, requestId });
  }
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
  const read = readData(endpoint, data);
  if (read === undefined) throw new ClearframeError(status, messages.unknownError, { requestId });
  return read;
}

/** The whole of what `fetch` gave. */
export async function receive(response: Response): Promise<Answer> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  const requestId = response.headers.get('x-request-id');
  return { status: response.status, body: await response.text(), retryAfterMs, requestId };
}
