import { findQueued, type MediaAttempt } from '../item/media-row.ts';
import { settleFailed } from './settle.ts';

/** What ending an attempt needs. */
export type FailContext = Parameters<typeof settleFailed>[0];

/** The end of an attempt whose every retry failed, or whose job was lost. Leaves settled items alone. */
export async function failModeration(context: FailContext, job: MediaAttempt): Promise<void> {
  const item = await findQueued(context.db, job);
  if (item) await settleFailed(context, item, null);
}
