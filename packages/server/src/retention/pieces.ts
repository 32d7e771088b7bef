import type { Clock } from '../clock.ts';
import type { Judged } from './judge-age.ts';

/** Items that go in one transaction, and rows of their results: whoever decides one of them waits for a moment only. */
const ITEMS = 200;
const ROWS = 20_000;
/** A piece that takes longer makes people wait: the next one has half as much. */
const slowMs = 500;
/** The next one after a piece that takes less has twice as much. */
const quickMs = 250;
const smallest = 1 / 8;

/** How much a piece has of the most that it may have, by what the one before took. */
export type Pace = { share(): number; timed<T>(work: () => Promise<T>): Promise<T> };

export function createPace(clock: Clock): Pace {
  let share = 1;
  return {
    share: () => share,
    async timed(work) {
      const begun = clock.now().getTime();
      const done = await work();
      const ms = clock.now().getTime() - begun;
      if (ms >= slowMs) share = Math.max(smallest, share / 2);
      else if (ms < quickMs) share = Math.min(1, share * 2);
      return done;
    },
  };
}

type Item = Pick<Judged, 'id' | 'seconds'>;

/** Ids in pieces of a transaction. Each is cut when it is asked for, as large as the pace is then. */
export function* inPieces(items: readonly Item[], { share }: Pick<Pace, 'share'>): Generator<string[]> {
  for (let from = 0; from < items.length; ) {
    const [mostItems, mostRows] = [ITEMS * share(), ROWS * share()];
    let rows = 0;
    const rest = items.slice(from);
    const over = rest.findIndex(({ seconds }, place) => {
      rows += seconds;
      // One item is never cut, however long its video is.
      return place > 0 && (place >= mostItems || rows > mostRows);
    });
    const piece = over === -1 ? rest : rest.slice(0, over);
    from += piece.length;
    yield piece.map(({ id }) => id);
  }
}
