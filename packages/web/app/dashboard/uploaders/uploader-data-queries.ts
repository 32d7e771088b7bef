import { type AuthorErasure, authorsEndpoints } from '@clearframe/contract';
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { useConfirmed } from '../shell/confirm/confirm-provider.tsx';

const everyMs = 1_000;

/** How far an erasure is, until it is done. */
export const erasureQuery = ({ id }: Pick<AuthorErasure, 'id'>) =>
  queryOptions({
    queryKey: keys.authors.erasure(id),
    queryFn: async ({ signal }) => (await call(authorsEndpoints.getAuthorErasure, { params: { id }, signal })).erasure,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : everyMs),
  });

/** Asks for the ZIP; the page of exports shows it. */
export function useExportUploader(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(authorsEndpoints.exportAuthor, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.exports.all }),
  });
}

/** Erases somebody, after a proof of who asks. */
export function useEraseUploader(id: string) {
  const confirmed = useConfirmed();
  return useMutation({
    mutationKey: keys.authors.erasure(id),
    mutationFn: async (items: AuthorErasure['items']) =>
      (await confirmed(() => call(authorsEndpoints.eraseAuthor, { params: { id }, body: { items } }))).erasure,
  });
}

/** Whether that is under way: their items change meanwhile, and nobody answers for them any more. */
export const useIsErasing = (id: string): boolean => useIsMutating({ mutationKey: keys.authors.erasure(id) }) > 0;
