import { AppError, type ErrorCode, messages } from '@clearframe/contract';
import type { Fetcher } from '../../security/fetcher.ts';
import { ResponseTooLarge } from '../../security/response-limit.ts';
import type { UploadRules } from './upload-rules.ts';

function requireSuccess(status: number): void {
  if (status < 200 || status > 299) throw new AppError('url_refused', { message: messages.urlStatusMessage(status) });
}

async function orTooLarge<T>(work: Promise<T>, tooLarge: ErrorCode): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ResponseTooLarge ? new AppError(tooLarge, { cause: error }) : error;
  }
}

/**
 * The bytes behind an address that a caller named. The same check as in the browser comes first, so that the person
 * reads the same sentence (UP-03).
 * @param signal nobody waits for them any more
 * @throws AppError url_invalid, url_refused (with the sentence for the status), the rules' tooLarge
 */
export async function* fetchUpload(
  fetcher: Fetcher,
  url: string,
  { maxBytes, refusals }: UploadRules,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  requireSuccess((await fetcher.head(url, { signal })).status);
  const answer = await orTooLarge(fetcher.get(url, { maxBytes, signal }), refusals.tooLarge);
  try {
    requireSuccess(answer.status);
    const bytes: AsyncIterator<Buffer> = answer.body[Symbol.asyncIterator]();
    for (;;) {
      const next = await orTooLarge(bytes.next(), refusals.tooLarge);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A refused body is not read to its end: the connection goes with it.
    answer.body.destroy();
  }
}
