import { ClearframeError } from '@clearframe/sdk';
import { TryTimeout } from './check-picture.ts';

/** `choose` = another picture is needed, and the message stands under the choices; `again` = the same one may do later. */
export type TryFault = { way: 'choose' | 'again'; title: string; text: string };

const minutes = (ms: number) => {
  const count = Math.max(1, Math.ceil(ms / 60_000));
  return `${count} ${count === 1 ? 'minute' : 'minutes'}`;
};

/**
 * What somebody reads when a picture got no verdict.
 * @param instead what they can do without waiting, as the end of a sentence
 */
export function tryFault(error: unknown, instead: string): TryFault {
  if (error instanceof TryTimeout)
    return { way: 'again', title: 'The engine does not answer', text: 'It may be starting or busy. The picture is deleted.' };
  if (!(error instanceof ClearframeError))
    return { way: 'again', title: 'The picture could not be checked', text: 'Please try again.' };
  const { status, message, retryAfterMs } = error;
  if (status === 0)
    return { way: 'again', title: 'The server could not be reached', text: 'Check your connection and try again.' };
  if (status === 429) {
    const wait = retryAfterMs === null ? 'a while' : minutes(retryAfterMs);
    return {
      way: 'again',
      title: 'That was enough tries for now',
      text: `Try again in ${wait}, or ${instead}.`,
    };
  }
  if (status === 503) return { way: 'again', title: 'The engine is busy', text: message };
  if (status === 404) return { way: 'choose', title: '', text: 'The time for that picture is over: it is deleted.' };
  if (status >= 500) return { way: 'again', title: 'The picture could not be checked', text: message };
  return { way: 'choose', title: '', text: message };
}
