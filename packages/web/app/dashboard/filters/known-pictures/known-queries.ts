import { type KnownImportResult, type KnownList, type KnownSummary, knownEndpoints, messages } from '@clearframe/contract';
import { ClearframeError, readAnswer, receive } from '@clearframe/sdk';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { endpointAddress } from '../../../shared/api/api-client.ts';
import { keys } from '../../../shared/api/keys.ts';
import { withRefresh } from '../../../shared/api/session-refresh.ts';
import { pageConnection } from '../../../shared/connection/page-connection.ts';
import type { KnownView } from './known-address.ts';

type KnownFile = { list: KnownList; name: string; file: File };

/** Sends a file with a list of hashes. @throws ClearframeError, with a line for each hash that is none */
async function sendKnownList({ list, name, file }: KnownFile): Promise<KnownImportResult> {
  const endpoint = knownEndpoints.importKnown;
  const send = async () => {
    const body = new FormData();
    body.set('file', file, file.name);
    try {
      const headers = { Accept: 'application/json' };
      const address = endpointAddress(endpoint, { query: { list, name } });
      return await receive(await fetch(address, { method: endpoint.method, headers, body, credentials: 'same-origin' }));
    } catch (cause) {
      pageConnection.doubt();
      throw new ClearframeError(0, messages.requestFailed, { cause });
    }
  };
  return readAnswer(endpoint, await withRefresh(send));
}

/** How many are known, the imported lists, and whether the allow list passes. */
export const knownSummaryQuery = queryOptions({
  queryKey: keys.knownPictures.summary,
  queryFn: ({ signal }) => call(knownEndpoints.knownSummary, { signal }),
});

/** One page of a list. */
export const knownQuery = ({ list, hash }: KnownView, page: number) =>
  queryOptions({
    queryKey: keys.knownPictures.list(list, hash, page),
    queryFn: ({ signal }) => call(knownEndpoints.listKnown, { query: { list, page, ...(hash === '' ? {} : { hash }) }, signal }),
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
    mutationFn: (id: string) => call(knownEndpoints.deleteKnown, { params: { id } }),
    onSettled: useRefreshed(),
  });
}

export function useRemoveKnownImport() {
  return useMutation({
    mutationFn: (id: string) => call(knownEndpoints.deleteKnownImport, { params: { id } }),
    onSettled: useRefreshed(),
  });
}

/** Whether what was passed before passes. */
export function useSavePassKnown() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pass: boolean) => call(knownEndpoints.saveKnownSettings, { body: { pass_known: pass } }),
    onSuccess: ({ pass_known }) =>
      queries.setQueryData(knownSummaryQuery.queryKey, (before: KnownSummary | undefined) => before && { ...before, pass_known }),
  });
}
