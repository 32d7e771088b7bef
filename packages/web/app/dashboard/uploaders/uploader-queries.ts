import { type AuthorActionInput, type AuthorSettings, authorsEndpoints, mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import type { UploadersView } from './uploaders-address.ts';

/** One page of the uploaders. */
export const uploadersQuery = ({ search, sort }: UploadersView, page: number) =>
  queryOptions({
    queryKey: keys.authors.list(search, sort, page),
    queryFn: ({ signal }) =>
      call(authorsEndpoints.listAuthors, { query: { sort, page, ...(search === '' ? {} : { search }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** What they uploaded, the newest first. */
export const uploadsQuery = (author: string, page: number) =>
  queryOptions({
    queryKey: keys.media.list({ author, page }),
    queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: { author, page }, signal }),
    placeholderData: keepPreviousData,
  });

export const strikeSettingsQuery = queryOptions({
  queryKey: keys.authors.settings,
  queryFn: async ({ signal }) => (await call(authorsEndpoints.authorSettings, { signal })).author_settings,
});

/** Lists, pages and settings are read anew once this is over. */
function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.authors.all });
}

export function useSetAction(id: string) {
  return useMutation({
    mutationFn: (body: AuthorActionInput) => call(authorsEndpoints.setAuthorAction, { params: { id }, body }),
    onSettled: useRefreshed(),
  });
}

export function useSaveStrikeSettings() {
  return useMutation({
    mutationFn: (body: AuthorSettings) => call(authorsEndpoints.saveAuthorSettings, { body }),
    onSettled: useRefreshed(),
  });
}
