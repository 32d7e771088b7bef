import type { ErrorCode } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';

const code: ErrorCode = 'confirmation_required';

/** Asks for a proof as a refusal would: a list cuts its secrets short for whoever has not proved who they are, and refuses nothing. */
export const proofNeeded = (): ClearframeError => new ClearframeError(403, 'Confirm your identity', { code });
