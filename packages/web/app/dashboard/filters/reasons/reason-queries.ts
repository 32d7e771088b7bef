import { type Label, type LabelChange, type LabelInput, labelsEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** The list is read anew once this is over. */
function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.labels });
}

/** Adds a reason, or changes the one with that id. */
export function useSaveLabel() {
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | null; body: LabelInput }) =>
      id === null
        ? await call(labelsEndpoints.createLabel, { body })
        : await call(labelsEndpoints.updateLabel, { params: { id }, body }),
    onSettled: useRefreshed(),
  });
}

export function useChangeLabel() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: LabelChange }) => call(labelsEndpoints.updateLabel, { params: { id }, body }),
    onSettled: useRefreshed(),
  });
}

export function useDeleteLabel() {
  return useMutation({
    mutationFn: ({ id }: Label) => call(labelsEndpoints.deleteLabel, { params: { id } }),
    onSettled: useRefreshed(),
  });
}
