import { LiveEvent } from '@clearframe/contract';
import { z } from 'zod';

/** The one channel of PostgreSQL's NOTIFY that all processes share. */
export const CHANNEL = 'clearframe_live';

/** The channel that says, without a word, that something is due to webhooks. */
export const DUE_CHANNEL = 'clearframe_due';

/** What travels on the first: an event for whoever is in that account, or the end of a session. */
export const Wire = z.union([z.object({ accountId: z.uuid(), event: LiveEvent }), z.object({ ended: z.uuid() })]);
