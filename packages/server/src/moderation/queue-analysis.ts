import { reserveFrames } from '../billing/ledger.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { announceStage } from '../live/announce.ts';
import type { MediaRow } from './media-row.ts';

/** The key under which the queue knows an attempt's job. */
export function moderationJobKey(mediaId: string, attempt: number): string {
  return `${mediaId}/${attempt}`;
}

type Wanted = Pick<MediaRow, 'id' | 'accountId' | 'uploadKey' | 'attempt'> & {
  /** What is charged once: 0 = the upload, else the attempt that a person asked for. */
  order: number;
  /** The result takes the place of what people decided. */
  overrule: boolean;
};

/**
 * Job and held frame of one analysis, in the transaction that makes the item wait for it.
 * @throws AppError subscription_required, frames_exhausted
 */
export async function queueAnalysis(
  { clock, live, queue }: Pick<Context, 'clock' | 'live' | 'queue'>,
  tx: Tx,
  { overrule, order, ...item }: Wanted,
): Promise<void> {
  const { id: mediaId, accountId, attempt } = item;
  const job = { mediaId, attempt, ...(overrule ? { overrule } : {}) };
  await queue.add('moderate-media', job, { tx, singletonKey: moderationJobKey(mediaId, attempt) });
  await announceStage(live, item, 'queued', tx);
  // Last, because it locks the account's period until the end of the transaction.
  await reserveFrames(tx, { accountId, mediaId, attempt, order, frames: 1, now: clock.now() });
}
