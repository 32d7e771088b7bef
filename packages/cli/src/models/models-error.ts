/** 1 = network or disk, 2 = usage, 3 = a file has another sum, 4 = the licence was not accepted, 5 = gated or unauthorised. */
type ExitCode = 1 | 2 | 3 | 4 | 5;

/** Why a model was not fetched or does not verify, as a sentence, with the command's exit code. */
export class ModelsError extends Error {
  override name = 'ModelsError';
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** What a network or a disk says, as a word. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return String(cause);
};
