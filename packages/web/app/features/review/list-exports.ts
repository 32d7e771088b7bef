import { type DataExport, endpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api.ts';
import type { Filters } from './filters.ts';

/** Below the key of all exports, which the live line refreshes. */
const key = ['exports', 'media_list'];

/** The CSV file that the person asked for last, if there is one. */
export const listExportQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await call(endpoints.listExports, { signal })).exports.find(({ kind }) => kind === 'media_list') ?? null,
});

/** Asks for a file, fetches one, or removes it. */
export function useListExport() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const ask = useMutation({
    mutationFn: (filters: Filters) => call(endpoints.exportMedia, { body: filters }),
    onSuccess: ({ export: made }) => queries.setQueryData(listExportQuery.queryKey, made),
    onSettled,
  });
  /** The browser saves it: the answer is an attachment, so the page stays. */
  const save = useMutation({
    mutationFn: ({ id }: DataExport) => call(endpoints.downloadExport, { params: { id } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const remove = useMutation({
    mutationFn: ({ id }: DataExport) => call(endpoints.deleteExport, { params: { id } }),
    onSettled,
  });
  return { ask, save, remove };
}
