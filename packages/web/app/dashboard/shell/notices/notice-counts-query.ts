import { noticeCountEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** How many notices wait for an answer. They come from outside, and no live event tells of them: it is asked again each minute. */
export const noticeCountsQuery = queryOptions({
  queryKey: keys.notices.counts,
  queryFn: async ({ signal }) => (await call(noticeCountEndpoints.countNotices, { signal })).notice_counts,
  refetchInterval: 60_000,
});
