import type { Context } from '../context.ts';
import { findQueued, type MediaAttempt } from './media-row.ts';
import { settleFailed } from './settle.ts';

/** The end of an attempt whose every retry failed, or whose job was lost. Leaves settled items alone. */
export async function failModeration(context: Pick<Context, 'clock' | 'db' | 'live'>, job: MediaAttempt): Promise<void> {
  const item = await findQueued(context.db, job);
  if (item) await settleFailed(context, item);
}
