import { isCancelledError, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Reads everything below that key again, because something changed. An answer that is on its way may tell what was before: it is
 * waited for, and asked for once more. To break it off instead would starve a slow answer under a burst of events, and a first
 * answer cannot be broken off at all: TanStack Query would take it for the news.
 */
export function readAgain(queries: QueryClient, queryKey: QueryKey): void {
  const early = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  for (const query of early) {
    const onceMore = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    // Who cancels a reading, as a decision does, reads again when it is done.
    void Promise.resolve(query.promise).then(onceMore, (error: unknown) => (isCancelledError(error) ? undefined : onceMore()));
  }
}
