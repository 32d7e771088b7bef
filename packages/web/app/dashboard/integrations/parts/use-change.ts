import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';

/** A change of what a list shows, after a proof of who asks where the server wants one. The list is read again either way. */
export function useChange<Input, Result>(queryKey: QueryKey, change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
