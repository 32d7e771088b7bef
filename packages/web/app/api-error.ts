import { ErrorAnswer, type FieldError, messages } from '@clearframe/contract';

/** A call that failed: the HTTP status (0 = no answer at all) and the sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
  }
}

/**
 * The error that a refused call means (AUTH-15): the server's sentence, 'Request failed' when its JSON has none,
 * 'Unknown error' when the body is not JSON.
 */
export function errorFromAnswer(status: number, body: string): ApiError {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return new ApiError(status, messages.unknownError);
  }
  const answer = ErrorAnswer.partial().safeParse(json);
  if (!answer.success || !answer.data.message) return new ApiError(status, messages.requestFailed);
  return new ApiError(status, answer.data.message, answer.data.errors ?? []);
}

/** The sentence to show for any failure, else the fallback of the page. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
