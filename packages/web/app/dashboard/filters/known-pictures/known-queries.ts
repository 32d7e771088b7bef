import { endpoints, type KnownSummary } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import type { KnownView } from './known-address.ts';
import { type KnownFile, sendKnownList } from './send-known-list.ts';

/** How many are known, the imported lists, and whether the allow list passes. */
export const knownSummaryQuery = queryOptions({
  queryKey: keys.knownPictures.summary,
  queryFn: ({ signal }) => call(endpoints.knownSummary, { signal }),
});

/** One page of a list. */
export const knownQuery = ({ list, hash }: KnownView, page: number) =>
  queryOptions({
    queryKey: keys.knownPictures.list(list, hash, page),
    queryFn: ({ signal }) => call(endpoints.listKnown, { query: { list, page, ...(hash === '' ? {} : { hash }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Everything that is read of them is read anew once this is over. */
function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.knownPictures.all });
}

export function useImportKnown() {
  return useMutation({ mutationFn: (file: KnownFile) => sendKnownList(file), onSettled: useRefreshed() });
}

export function useRemoveKnown() {
  return useMutation({
    mutationFn: (id: string) => call(endpoints.deleteKnown, { params: { id } }),
    onSettled: useRefreshed(),
  });
}

export function useRemoveKnownImport() {
  return useMutation({
    mutationFn: (id: string) => call(endpoints.deleteKnownImport, { params: { id } }),
    onSettled: useRefreshed(),
  });
}

/** Whether what was passed before passes. */
export function useSavePassKnown() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pass: boolean) => call(endpoints.saveKnownSettings, { body: { pass_known: pass } }),
    onSuccess: ({ pass_known }) =>
      queries.setQueryData(knownSummaryQuery.queryKey, (before: KnownSummary | undefined) => before && { ...before, pass_known }),
  });
}
