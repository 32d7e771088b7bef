import { deliveriesEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** Sends one event again. */
export function useResend(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await call(deliveriesEndpoints.resendDelivery, { params: { id } })).delivery,
    onSuccess: onDone,
    // Also after a refusal: then the page shows something that is no longer so.
    onSettled: () =>
      Promise.all([keys.deliveries.all, keys.media.allDeliveries].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
