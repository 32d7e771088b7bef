import { ClearframeError } from '@clearframe/sdk';

/** Nothing is there. 400 = an address whose id is no id at all: for the reader the same as a thing that does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ClearframeError && (error.status === 404 || error.status === 400);
