import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@clearframe/contract';

/** A request waits for a quick line; who sends videos must not take a slow one for a server that hangs. */
const WAIT_MS = 20_000;
const RETRY_AFTER_MS = 30_000;

/**
 * What was looked up, or a refusal that says to try again soon; the looking up goes on.
 * @throws AppError video_preparing, and whatever the looking up throws
 */
export async function waitForTools<T>(looking: Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const controller = new AbortController();
  const late = sleep(waitMs, null, { signal: controller.signal, ref: false });
  try {
    const first = await Promise.race([looking.then((found) => ({ found })), late]);
    if (first === null) throw new AppError('video_preparing', { retryAfterMs: RETRY_AFTER_MS });
    return first.found;
  } finally {
    controller.abort();
    late.catch(() => undefined);
    looking.catch(() => undefined);
  }
}
