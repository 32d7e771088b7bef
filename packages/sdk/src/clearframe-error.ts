import type { FieldError } from '@clearframe/contract';

export type ClearframeErrorOptions = {
  code?: string | null;
  errors?: readonly FieldError[];
  retryAfterMs?: number | null;
  requestId?: string | null;
  cause?: unknown;
};

/** A call that the server refused or that never arrived. `status` is 0 when there was no answer. */
export class ClearframeError extends Error {
  override name = 'ClearframeError';
  readonly status: number;
  readonly errors: readonly FieldError[];
  /**
   * What a program can act on: the server's code of a refusal, such as `confirmation_required`, or one of ours: `no_answer` (within
   * the time-out, or at all), `verdict_timeout`, `analysis_failed`.
   */
  readonly code: string | null;
  /** How long the server asks to wait, when it does. */
  readonly retryAfterMs: number | null;
  /** X-Request-Id of the answer: what to quote to the operator. */
  readonly requestId: string | null;

  constructor(status: number, message: string, options: ClearframeErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.errors = options.errors ?? [];
    this.code = options.code ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.requestId = options.requestId ?? null;
  }
}
