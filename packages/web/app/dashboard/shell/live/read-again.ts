import { isCancelledError, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { keys } from '../../../shared/api/keys.ts';
import { decisionsUnderWay } from './decisions-under-way.ts';

type ReadAgain = {
  /** Breaks off what is on its way and can be read anew: it tells what was before. */
  breaksOff?: boolean;
  /** Leaves out what has this second word in its key. */
  but?: string;
};

/**
 * Reads everything below that key again, because something changed. An answer that is on its way may tell what was before: it is
 * waited for, and asked for once more. To break it off instead would starve a slow answer under a burst of events, and a first
 * answer cannot be broken off at all: TanStack Query would take it for the news. While a
 * decision is on its way its own end reads the items.
 */
export function readAgain(queries: QueryClient, queryKey: QueryKey, { breaksOff = false, but = '' }: ReadAgain = {}): void {
  if (queryKey[0] === keys.media.all[0] && decisionsUnderWay.any()) return;
  const filters = { queryKey, predicate: (query: Query) => query.queryKey[1] !== but };
  const early = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => !breaksOff || state.data === undefined);
  void queries.invalidateQueries(filters, { cancelRefetch: breaksOff });
  for (const { queryKey: key, promise } of early) {
    const onceMore = () => queries.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false });
    // Who breaks a reading off reads again when it is time: a decision when it is done, a page when it is opened again.
    const later = () => queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
    void Promise.resolve(promise).then(onceMore, (error: unknown) => (isCancelledError(error) ? later() : onceMore()));
  }
}
