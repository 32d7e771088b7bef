import { FREE_PLAN_ID, messages, subscriptionsEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { keys } from '../../../shared/api/keys.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { usageQuery } from '../api/usage-query.ts';
import { accessOf } from './access.ts';

export type TrialActivation = {
  /** @returns whether there are frames afterwards: also when another window activated the trial first */
  activate: () => Promise<boolean>;
  isActivating: boolean;
  isActivated: boolean;
  /** Why there are no frames after all. */
  fault: string | null;
};

/** Activates the free trial where the person stands. */
export function useActivateTrial(): TrialActivation {
  const queries = useQueryClient();
  const hasFrames = () => accessOf({ data: queries.getQueryData(usageQuery.queryKey), isPending: false }).state === 'open';
  const { mutateAsync, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      call(subscriptionsEndpoints.subscribe, {
        body: { plan_id: FREE_PLAN_ID },
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      }),
    // Also after a refusal: it says that what is shown here is old.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.usage.all }),
  });
  return {
    activate: () => mutateAsync().then(hasFrames, hasFrames),
    isActivating: isPending,
    isActivated: isSuccess,
    fault: error && !hasFrames() ? errorMessage(error, messages.anErrorOccurred) : null,
  };
}
