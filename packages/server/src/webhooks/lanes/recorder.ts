import type { Context } from '../../context.ts';
import { isDatabaseFault } from '../../db/database-fault.ts';
import { untilAnswered } from '../../queue/until-answered.ts';
import type { Made } from './attempt.ts';
import { type RecordContext, record } from './record.ts';

/** Attempts in one transaction. */
const BATCH = 100;
/** An attempt that cannot be written down is not made again sooner. */
const heldBackMs = 60_000;

export type Recorder = {
  /** Writes it down as soon as those before it are. */
  add(made: Made): void;
  /** Resolves when everything so far is written down. */
  done(): Promise<void>;
};

/**
 * Writes attempts down, those together that end while others are written. Says the same until the database has heard it.
 * @param leaving aborts when the process has no more time for that
 * @param onRecorded called once for each, whether or not it counted
 */
export function createRecorder(
  context: RecordContext & Pick<Context, 'log'>,
  leaving: AbortSignal,
  onRecorded: (made: Made) => void,
): Recorder {
  let waiting: Made[] = [];
  let writing: Promise<void> | null = null;

  async function write(some: readonly Made[]): Promise<void> {
    try {
      await untilAnswered(() => record(context, some), leaving);
      for (const one of some) onRecorded(one);
    } catch (error) {
      if (some.length > 1 && !isDatabaseFault(error)) {
        // One of them may be to blame, or a deadlock.
        for (const one of some) await write([one]);
        return;
      }
      context.log.error({ err: error, deliveries: some.length }, 'webhook attempts were not recorded');
      setTimeout(() => some.forEach(onRecorded), heldBackMs).unref();
    }
  }
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await write(some);
    }
    writing = null;
  }
  return {
    add(made) {
      waiting.push(made);
      writing ??= writeAll();
    },
    done: async () => void (await writing),
  };
}
