import { ErrorAnswer, type FieldError, messages } from '@clearframe/contract';
import { z } from 'zod';

/** A call that the server refused or that never arrived. `status` is 0 when there was no answer. */
export class ClearframeError extends Error {
  override name = 'ClearframeError';
  readonly status: number;
  readonly errors: FieldError[];
  /** How long the server asks to wait, when it does. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    message: string,
    options: { errors?: FieldError[]; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.errors = options.errors ?? [];
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

const Success = z.object({ status: z.literal('success'), data: z.unknown() });

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/**
 * Reads the envelope of an answer.
 * @returns what `data` holds
 * @throws ClearframeError with the status and the server's message; 'Request failed' or 'Unknown error' when the body is not the envelope (specification §8)
 */
export async function readAnswer<T extends z.ZodType>(response: Response, data: T): Promise<z.output<T>> {
  const body = await bodyOf(response);
  if (!response.ok) {
    const refused = ErrorAnswer.safeParse(body);
    const message = refused.success ? refused.data.message : body === undefined ? messages.requestFailed : messages.unknownError;
    throw new ClearframeError(response.status, message, {
      errors: refused.data?.errors ?? [],
      retryAfterMs: retryAfterMs(response),
    });
  }
  const answer = Success.safeParse(body);
  const read = data.safeParse(answer.data?.data);
  if (!answer.success || !read.success)
    throw new ClearframeError(response.status, messages.unknownError, { cause: answer.error ?? read.error });
  return read.data;
}
