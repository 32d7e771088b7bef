import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reads what is shown with every item again when another one is shown, unless it is fresh: a page that stays mounts no query.
 * @param id of the item
 */
export function useReadAgain(id: string, queryKey: QueryKey): void {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => {
    void queries.refetchQueries({ queryKey, type: 'active', stale: true }, { cancelRefetch: false });
  }, [id, queries]);
}
