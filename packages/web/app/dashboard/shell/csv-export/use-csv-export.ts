import { type DataExport, type ExportKind, exportsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** A CSV file that is made in the background: what it holds, and how it is asked for. */
export type CsvExport = { kind: Exclude<ExportKind, 'account'>; ask: () => Promise<{ export: DataExport }> };

/**
 * The CSV file of that kind that the person asked for last, if there is one. Below the key of all exports, which the live line
 * refreshes.
 */
export const csvExportQuery = (kind: CsvExport['kind']) =>
  queryOptions({
    queryKey: keys.exports.csv(kind),
    queryFn: async ({ signal }) =>
      (await call(exportsEndpoints.listExports, { signal })).exports.find((made) => made.kind === kind) ?? null,
  });

/** Asks for a file, fetches one, or removes it. */
export function useCsvExport({ kind, ask: mutationFn }: CsvExport) {
  const queries = useQueryClient();
  const { queryKey } = csvExportQuery(kind);
  const onSettled = () => queries.invalidateQueries({ queryKey });
  const ask = useMutation({
    mutationFn,
    onSuccess: ({ export: made }) => queries.setQueryData(queryKey, made),
    onSettled,
  });
  /** The browser saves it: the answer is an attachment, so the page stays. */
  const save = useMutation({
    mutationFn: ({ id }: DataExport) => call(exportsEndpoints.downloadExport, { params: { id } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const remove = useMutation({
    mutationFn: ({ id }: DataExport) => call(exportsEndpoints.deleteExport, { params: { id } }),
    onSettled,
  });
  return { ask, save, remove };
}
