import { audienceOf } from '../../live/announce.ts';
import { listenForVerdict } from '../tell/listen-for-verdict.ts';
import { requireFrames, type UploadContext } from '../upload/upload.ts';
import { abandonChecks, type Checked, type FinishContext, finishChecks } from './finish-checks.ts';
import { type CheckRequest, takePictures } from './take-pictures.ts';

export type CheckContext = UploadContext & FinishContext;

/**
 * Judges files that nobody keeps, on the one path of every upload: taken in, submitted, analysed, settled. This request then ends them
 * in one transaction: verdicts of all charge their frames, and without one of them nothing is charged. See docs/decisions/118.
 * @returns a verdict for each picture, in order
 * @throws PictureRefused where one picture is at fault (`cause` says how); AppError subscription_required, frames_exhausted,
 * analysis_unavailable (failed, late, or the caller is gone), busy, storage_unavailable and the like
 */
export async function runChecks(context: CheckContext, request: CheckRequest): Promise<Checked[]> {
  const { waitMs, signal } = request;
  await requireFrames(context, request.accountId);
  const ids = await takePictures(context, request);
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waiting = ids.map(async (id) => {
    const accountId = audienceOf({ id, accountId: request.accountId, kept: false });
    const listening = listenForVerdict(context, { accountId, mediaId: id, waitMs, signal: either });
    try {
      const found = await listening.verdict(false);
      // One without a verdict ends the request: nobody need wait for the others.
      if (found?.item.state !== 'done') over.abort();
    } finally {
      listening.leave();
    }
  });
  try {
    await Promise.all(waiting);
  } catch (error) {
    over.abort();
    await abandonChecks(context, request, ids).catch(() => undefined);
    throw error;
  }
  return await finishChecks(context, request, ids);
}
