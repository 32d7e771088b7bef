import { limits, type MediaStatus } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { mediaListQuery } from '../media/media-queries.ts';

/** Number of items per verdict; null until it is known. */
export type Counts = Record<'uploads' | 'safe' | 'flagged' | 'notChecked', number | null>;

/** The list tells how many items match: one item is enough to ask. */
function useTotal(status: MediaStatus): number | null {
  return useQuery(mediaListQuery({ status, limit: 1 })).data?.pagination.total ?? null;
}

/** The newest items and how many there are of each verdict, all from the list of the API. */
export function useCounts() {
  const recent = useQuery(mediaListQuery({ limit: limits.recentListSize }));
  const counts: Counts = {
    uploads: recent.data?.pagination.total ?? null,
    safe: useTotal('safe'),
    flagged: useTotal('flagged'),
    notChecked: useTotal('not_checked'),
  };
  return { recent, counts };
}
