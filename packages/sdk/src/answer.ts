import { type Endpoint, type EndpointData, ErrorAnswer, type FieldError, messages, readData } from '@clearframe/contract';

/** A call that the server refused or that never arrived. `status` is 0 when there was no answer. */
export class ClearframeError extends Error {
  override name = 'ClearframeError';
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** The code of a refusal that a program can do something about, such as `confirmation_required`. */
  readonly code: string | null;
  /** How long the server asks to wait, when it does. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    message: string,
    options: { code?: string | null; errors?: readonly FieldError[]; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.errors = options.errors ?? [];
    this.code = options.code ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** An answer as it arrived, by whatever means it was asked for. */
export type Answer = { status: number; body: string; retryAfterMs?: number | null };

/** @throws ClearframeError 'Unknown error' when the body is no JSON */
function parseBody({ status, body, retryAfterMs = null }: Answer): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ClearframeError(status, messages.unknownError, { retryAfterMs, cause });
  }
}

/**
 * Reads the envelope of an answer. The shape is checked, not believed.
 * @returns what `data` holds
 * @throws ClearframeError with the status and the server's message; 'Request failed' when a refusal has none, 'Unknown error' when
 * the body is no JSON or a success does not hold what the endpoint promises (specification §8)
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer): EndpointData<E> {
  const { status, retryAfterMs = null } = answer;
  const json = parseBody(answer);
  if (status < 200 || status > 299) {
    const { message, errors = [], code = null } = ErrorAnswer.partial().safeParse(json).data ?? {};
    throw new ClearframeError(status, message || messages.requestFailed, { code, errors, retryAfterMs });
  }
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
  const read = readData(endpoint, data);
  if (read === undefined) throw new ClearframeError(status, messages.unknownError);
  return read;
}

/** The whole of what `fetch` gave. */
export async function receive(response: Response): Promise<Answer> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  return { status: response.status, body: await response.text(), retryAfterMs };
}
