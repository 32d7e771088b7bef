import { type DecideNoticeInput, type NoticeSettingsChange, noticesEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import type { NoticesView } from './notices-address.ts';

/** Notices come from outside, and no live event tells of them. */
const LOOK_AGAIN_MS = 60_000;

/** One page: open ones by their next deadline, answered ones newest first. */
export const noticesQuery = ({ tab, page }: NoticesView) =>
  queryOptions({
    queryKey: keys.notices.list(tab, page),
    queryFn: ({ signal }) =>
      call(noticesEndpoints.listNotices, { query: { status: tab === 'open' ? 'open' : 'decided', page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Somebody else may have decided it since the list was read. */
export const noticeQuery = (id: string) =>
  queryOptions({
    queryKey: keys.notices.one(id),
    queryFn: async ({ signal }) => (await call(noticesEndpoints.getNotice, { params: { id }, signal })).notice,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const noticeSettingsQuery = queryOptions({
  queryKey: keys.notices.settings,
  queryFn: async ({ signal }) => (await call(noticesEndpoints.noticeSettings, { signal })).notice_settings,
});

export function useLinkNotice(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mediaId: string) => call(noticesEndpoints.linkNotice, { params: { id }, body: { media_id: mediaId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.notices.all }),
  });
}

/** Answers a notice, whose items may fail. Everything that shows them is read again, also after a refusal. */
export function useDecideNotice(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DecideNoticeInput) => call(noticesEndpoints.decideNotice, { params: { id }, body }),
    onSettled: () => {
      for (const queryKey of [keys.notices.all, keys.media.all, keys.authors.all, keys.quality.all])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

export function useSaveNoticeSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NoticeSettingsChange) => call(noticesEndpoints.saveNoticeSettings, { body }),
    onSuccess: ({ notice_settings: saved }) => queries.setQueryData(noticeSettingsQuery.queryKey, saved),
  });
}
