import type { SeenSecond } from '../../confinement/messages.ts';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { announceProgress } from '../../live/announce.ts';
import type { ClaimedRun } from '../../queue/queue.ts';
import { isQueued, type MediaRow } from '../item/media-row.ts';
import { keepSeenSeconds } from '../item/seen-seconds.ts';

/** How often a long analysis tells where it is. */
const TELL_MS = 1_000;

/** What a run at an item tells and hears. */
export type RunSigns = Pick<
  ClaimedRun,
  'alive' | 'committed' | 'complete' | 'holds' | 'isFirst' | 'isLast' | 'signal' | 'stopping'
>;

export type ProgressTeller = {
  onSecond(done: number, of: number, seen?: SeenSecond | null): void;
  /** Aborts when the run shall end, or when nobody wants its result any more. */
  signal: AbortSignal;
  /** Resolves when all that was told is written, as far as it can be. */
  written(): Promise<void>;
};

/** Thrown within the transaction, which it undoes: the job is another run's by now, and so is what it says of the item. */
class NotOurs extends Error {
  override name = 'NotOurs';
}

/**
 * Tells the supervisor, open pages and whoever polls how far a video is, about once a second, and keeps what the models said until then:
 * a run that is cut off loses that second at most. What cannot be told is left out: the analysis goes on. An item that was deleted, or is
 * another attempt's by now, ends it.
 */
export function tellProgress(
  { db, live }: Pick<Context, 'db' | 'live'>,
  item: MediaRow,
  { alive, holds, signal, stopping }: Pick<RunSigns, 'alive' | 'holds' | 'signal' | 'stopping'>,
): ProgressTeller {
  const unwanted = new AbortController();
  const unsaved: { second: number; seen: SeenSecond }[] = [];
  let toldAt = Number.NEGATIVE_INFINITY;
  let told = { done: 0, of: 0 };
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    const kept = unsaved.slice();
    // A run that goes on from another's seconds is at once where that one was.
    const done = Math.max(told.done, item.secondsDone);
    const isWanted = await db.transaction(async (tx) => {
      const wanted = await tx
        .update(media)
        .set({ secondsDone: done })
        .where(isQueued({ mediaId: item.id, attempt: item.attempt }))
        .returning({ id: media.id });
      if (wanted.length === 0) return false;
      if (!(await holds(tx))) throw new NotOurs('The job is another run’s by now');
      await keepSeenSeconds(tx, item, kept);
      return true;
    });
    if (!isWanted) return unwanted.abort(new Error('The item is gone, or another attempt has it'));
    unsaved.splice(0, kept.length);
    await announceProgress(live, item, { seconds_done: done, seconds_total: told.of });
  };
  const tryWriting = (): Promise<void> => write().catch(() => undefined);
  return {
    onSecond(done, of, seen) {
      told = { done, of };
      if (seen) unsaved.push({ second: done - 1, seen });
      if (performance.now() - toldAt < TELL_MS && done < of) return;
      toldAt = performance.now();
      alive();
      writing ??= tryWriting().finally(() => {
        writing = null;
      });
    },
    signal: AbortSignal.any([signal, stopping, unwanted.signal]),
    written: async () => {
      await writing;
      if (unsaved.length > 0 && !unwanted.signal.aborted) await tryWriting();
    },
  };
}
