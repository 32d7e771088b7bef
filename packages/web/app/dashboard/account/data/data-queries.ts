import { type DataExport, deletionEndpoints, exportsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';

/** Exports of all data, and of an uploader's, that the person asked for; newest first. */
export const exportsQuery = queryOptions({
  queryKey: keys.exports.all,
  queryFn: async ({ signal }) =>
    (await call(exportsEndpoints.listExports, { signal })).exports.filter(({ kind }) => kind === 'account' || kind === 'author'),
});

/** What deleting oneself would take along. */
export const deletionQuery = queryOptions({
  queryKey: keys.deletion,
  queryFn: ({ signal }) => call(deletionEndpoints.previewDeletion, { signal }),
});

/** Asks for an export; the list then holds it. */
export function useCreateExport() {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: async () => (await confirmed(() => call(exportsEndpoints.createExport))).export,
    onSuccess: (made) => {
      // The live line may have brought it already.
      queries.setQueryData(exportsQuery.queryKey, (known) => [made, ...(known ?? []).filter(({ id }) => id !== made.id)]);
      void queries.invalidateQueries({ queryKey: exportsQuery.queryKey });
    },
  });
}

/** The browser saves the file: its answer is an attachment, so the page stays. */
export function useDownloadExport() {
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: ({ id }: DataExport) => confirmed(() => call(exportsEndpoints.downloadExport, { params: { id } })),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Removes an export, or ends the work on it. */
export function useDeleteExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DataExport) => call(exportsEndpoints.deleteExport, { params: { id } }),
    onSuccess: (_, gone) => {
      queries.setQueryData(exportsQuery.queryKey, (known) => known?.filter(({ id }) => id !== gone.id));
      void queries.invalidateQueries({ queryKey: exportsQuery.queryKey });
    },
  });
}

/** Deletes the person. The page is left whole, so that nothing of what was fetched stays in it. */
export function useDeleteMe() {
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (confirm: string) => confirmed(() => call(deletionEndpoints.deleteMe, { body: { confirm } })),
    onSuccess: () => window.location.assign('/goodbye'),
  });
}
