import { type SavedView, type ViewChange, type ViewInput, viewsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** The person's own views, and those that others share. */
export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: async ({ signal }) => (await call(viewsEndpoints.listViews, { signal })).views,
});

function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.views });
}

/** Saves the filters under a name. A view of the person's own with that name takes them. */
export function useSaveView(own: readonly SavedView[]) {
  return useMutation({
    mutationFn: async (body: ViewInput) => {
      const same = own.find(({ name }) => name.toLowerCase() === body.name.trim().toLowerCase());
      return same
        ? await call(viewsEndpoints.updateView, { params: { id: same.id }, body })
        : await call(viewsEndpoints.createView, { body });
    },
    onSettled: useRefreshed(),
  });
}

export function useChangeView() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ViewChange }) => call(viewsEndpoints.updateView, { params: { id }, body }),
    onSettled: useRefreshed(),
  });
}

export function useDeleteView() {
  return useMutation({
    mutationFn: ({ id }: SavedView) => call(viewsEndpoints.deleteView, { params: { id } }),
    onSettled: useRefreshed(),
  });
}
