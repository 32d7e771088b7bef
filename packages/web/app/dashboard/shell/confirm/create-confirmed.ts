import type { ErrorCode } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';

/** Runs a call; where the server wants to know first that it is really this person, asks them and runs it again. */
export type Confirmed = <T>(send: () => Promise<T>) => Promise<T>;

const wanted: ErrorCode = 'confirmation_required';

function wantsConfirmation(error: unknown): boolean {
  return error instanceof ClearframeError && error.code === wanted;
}

/**
 * @param ask opens the question; rejects with NotConfirmed when it was closed. Calls that fail together share one question.
 */
export function createConfirmed(ask: () => Promise<void>): Confirmed {
  let asking: Promise<void> | null = null;
  return async (send) => {
    try {
      return await send();
    } catch (error) {
      if (!wantsConfirmation(error)) throw error;
    }
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
    return send();
  };
}
