import { claimsEndpoints, type MediaUpload } from '@clearframe/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { onForgetPerson } from '../../../shared/session/forget-person.ts';
import { isMissing } from '../../shell/api/is-missing.ts';
import { isLeaving, mediaItemQuery } from '../../shell/api/media-item-query.ts';
import { useLive } from '../../shell/live/use-live.ts';
import { type Filters, searchOf } from '../address.ts';
import { holds } from './use-holds.ts';

/** History state of an item that was reached through the queue. One that was opened by its address has none, and stays. */
export const fromQueue = { queue: true };

/** Whether an item was reached through the queue. @param state of the history */
export const isFromQueue = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'queue' in state && state.queue === true;

/** Decided a moment ago: the server may not have heard of it when it is asked for the next one. */
const decidedLately: string[] = [];
const LATELY = 20;
onForgetPerson(() => void decidedLately.splice(0));

/** Leaves an item out of what comes next. */
export function passBy(id: string): void {
  decidedLately.push(id);
  decidedLately.splice(0, decidedLately.length - LATELY);
}

/** An item that was taken back waits again. */
export function comeBackTo(id: string): void {
  for (let at = decidedLately.indexOf(id); at >= 0; at = decidedLately.indexOf(id)) decidedLately.splice(at, 1);
}

/** What this person decided since the page was loaded and did not take back, the newest first. */
export const lastDecided = (most: number): string[] => [...new Set(decidedLately.toReversed())].slice(0, most);

/** The free item behind one in the queue, claimed and kept for its page; null = nothing waits that is free. */
export const nextItemQuery = (queries: QueryClient, id: string, filters: Filters) =>
  queryOptions({
    queryKey: keys.nextInQueue(id, searchOf(filters)),
    queryFn: async () => {
      const body = { filter: filters, after: id, skip: [id, ...decidedLately] };
      const { media_upload, claim } = await call(claimsEndpoints.nextItem, { body });
      if (claim) holds.adopt(claim);
      if (media_upload) queries.setQueryData(keys.media.item(media_upload.id), media_upload);
      return media_upload;
    },
    staleTime: 0,
  });

/** The newest decision that stands says it: under a Fail that waits for a second person there may be another. */
const isDecided = ({ decisions }: MediaUpload): boolean =>
  decisions.findLast(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null)?.state === 'final';

/** Whether one that was to come next waits no more: somebody decided or deleted it since, or this person did a moment ago. */
const isGone = (id: string, item: MediaUpload | undefined, error: unknown): boolean =>
  decidedLately.includes(id) || isLeaving(id) || (item !== undefined && isDecided(item)) || isMissing(error);

/** What comes next, where that is known and nobody decided or deleted it since; undefined = it has to be asked. */
export function knownNext(queries: QueryClient, id: string, filters: Filters): MediaUpload | null | undefined {
  const next = queries.getQueryData(nextItemQuery(queries, id, filters).queryKey);
  if (!next) return next;
  const item = queries.getQueryState<MediaUpload>(keys.media.item(next.id));
  return isGone(next.id, item?.data, item?.error) ? undefined : next;
}

/**
 * What comes next in the queue. It is asked for again when somebody else decides it meanwhile, and while nothing is free whenever
 * something changes.
 * @returns undefined until that is known
 */
export function useNextItem(id: string, filters: Filters, enabled: boolean) {
  const queries = useQueryClient();
  const { data: next, refetch } = useQuery({ ...nextItemQuery(queries, id, filters), enabled, refetchOnWindowFocus: false });
  const item = useQuery(mediaItemQuery(enabled ? (next?.id ?? null) : null));
  const gone = next && isGone(next.id, item.data, item.error) ? next.id : null;
  useEffect(() => {
    if (gone !== null) void refetch();
  }, [gone, refetch]);
  useLive({
    onEvent: ({ type }) => {
      if (enabled && next === null && (type === 'media.updated' || type === 'claim.updated'))
        void refetch({ cancelRefetch: false });
    },
  });
  return gone === null ? next : undefined;
}
