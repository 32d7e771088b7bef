import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { announceProgress } from '../../live/announce.ts';
import type { ClaimedRun } from '../../queue/queue.ts';
import { isQueued, type MediaRow } from '../item/media-row.ts';

/** How often a long analysis tells where it is. */
const TELL_MS = 1_000;

/** What a run at an item tells and hears. */
export type RunSigns = Pick<ClaimedRun, 'alive' | 'complete' | 'holds' | 'isLast' | 'signal' | 'stopping'>;

export type ProgressTeller = {
  onSecond(done: number, of: number): void;
  /** Aborts when the run shall end, or when nobody wants its result any more. */
  signal: AbortSignal;
  /** Resolves when what was told last is written. */
  written(): Promise<void>;
};

/**
 * Tells the supervisor, open pages and whoever polls how far a video is, about once a second. What cannot be told is left out: the
 * analysis goes on. An item that was deleted, or is another attempt's by now, ends it.
 */
export function tellProgress(
  { db, live }: Pick<Context, 'db' | 'live'>,
  item: MediaRow,
  { alive, signal, stopping }: Pick<RunSigns, 'alive' | 'signal' | 'stopping'>,
): ProgressTeller {
  const unwanted = new AbortController();
  let toldAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  const write = async (done: number, of: number): Promise<void> => {
    const wanted = await db
      .update(media)
      .set({ secondsDone: done })
      .where(isQueued({ mediaId: item.id, attempt: item.attempt }))
      .returning({ id: media.id });
    if (wanted.length === 0) unwanted.abort(new Error('The item is gone, or another attempt has it'));
    else await announceProgress(live, item, { seconds_done: done, seconds_total: of });
  };
  return {
    onSecond(done, of) {
      if (performance.now() - toldAt < TELL_MS && done < of) return;
      toldAt = performance.now();
      alive();
      writing ??= write(done, of)
        .catch(() => undefined)
        .finally(() => {
          writing = null;
        });
    },
    signal: AbortSignal.any([signal, stopping, unwanted.signal]),
    written: async () => {
      await writing;
    },
  };
}
