import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { media } from '../../db/schema.ts';
import { audienceOf } from '../../live/announce.ts';
import { hearOfItem } from '../tell/hear-of-item.ts';
import { requireFrames, type UploadContext } from '../upload/upload.ts';
import { abandonChecks, type Checked, type FinishContext, finishChecks } from './finish-checks.ts';
import { type CheckRequest, isFetched, takePictures } from './take-pictures.ts';

export type CheckContext = UploadContext & FinishContext;

type Waiting = Pick<CheckRequest, 'accountId' | 'signal'> & { endsAt: number };

/** Waits until a check is settled, or its time is over. @returns whether it has a verdict */
async function settled(context: CheckContext, id: string, { accountId, signal, endsAt }: Waiting): Promise<boolean> {
  const audience = audienceOf({ id, accountId, kept: false });
  const { untilTold, leave } = hearOfItem(context, { accountId: audience, mediaId: id, signal });
  try {
    for (;;) {
      const [found] = await context.db.select({ state: media.state }).from(media).where(eq(media.id, id));
      if (found?.state !== 'queued') return found?.state === 'done';
      if (performance.now() >= endsAt || signal.aborted) return false;
      await untilTold(endsAt);
    }
  } finally {
    leave();
  }
}

/** Takes the pictures in. @returns also until when their verdicts are waited for, by `performance.now()` */
async function begin(context: CheckContext, request: CheckRequest): Promise<{ ids: string[]; endsAt: number }> {
  await requireFrames(context, request.accountId);
  const begunAt = performance.now();
  const ids = await takePictures(context, request);
  // Bytes come as fast as their sender sends them: only then does the wait begin.
  const from = request.pictures.some(isFetched) ? begunAt : performance.now();
  return { ids, endsAt: from + request.waitMs };
}

/**
 * Judges files that nobody keeps, on the one path of every upload: taken in, submitted, analysed, settled. This request then ends them
 * in one transaction: verdicts of all charge their frames, and without one of them nothing is charged. See docs/decisions/118.
 * @returns a verdict for each picture, in order
 * @throws PictureRefused where one picture is at fault (`cause` says how); AppError subscription_required, frames_exhausted,
 * analysis_unavailable (failed, late, or the caller is gone), busy, storage_unavailable and the like
 */
export async function runChecks(context: CheckContext, request: CheckRequest): Promise<Checked[]> {
  const { ids, endsAt } = await begin(context, request);
  const over = new AbortController();
  const waiting = { ...request, endsAt, signal: AbortSignal.any([request.signal, over.signal]) };
  // One without a verdict ends the request: nobody need wait for the others.
  const each = ids.map(async (id) => (await settled(context, id, waiting)) || over.abort());
  try {
    await Promise.all(each);
  } catch (error) {
    over.abort();
    await abandonChecks(context, request, ids).catch(() => undefined);
    throw error;
  }
  return await finishChecks(context, request, ids);
}

/**
 * {@link runChecks} for a protocol that answers each picture by itself: their frames are held together, and each that has its verdict is
 * charged.
 * @throws PictureRefused, AppError where none of them could be taken
 */
export async function runChecksApart(context: CheckContext, request: CheckRequest): Promise<PromiseSettledResult<Checked>[]> {
  const { ids, endsAt } = await begin(context, request);
  return await Promise.allSettled(
    ids.map(async (id) => {
      // What went wrong while it waited leaves it to the end, which looks again.
      await settled(context, id, { ...request, endsAt }).catch(() => false);
      const [checked] = await finishChecks(context, request, [id]);
      if (!checked) throw new AppError('analysis_unavailable');
      return checked;
    }),
  );
}
