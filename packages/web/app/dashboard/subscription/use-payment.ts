import {
  messages,
  type PaymentClient,
  type Plan,
  paymentMessages,
  paymentNotStarted,
  planUpgraded,
  type SubscribeResult,
  subscriptionsEndpoints,
} from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { formatDate } from '../../shared/format/format.ts';
import { newIdempotencyKey } from '../shell/api/idempotency-key.ts';
import { usageQuery } from '../shell/api/usage-query.ts';
import { goToPayment, openPayment, type PaymentResult } from './open-payment.ts';
import { PaymentFault } from './payment-fault.ts';

/** What the page says of the last thing that happened to a payment. */
export type Notice = { kind: 'success' | 'error'; title: string; help?: string };

type Purpose = 'subscribe' | 'upgrade';
export type PlanOrder = { plan: Plan; purpose: Purpose };

/** After the window closed the data is read again: the notification may come later. Source: docs/specification.md §9. */
export const reloadAfterMs: Record<Purpose, readonly number[]> = { subscribe: [2_000, 5_000], upgrade: [2_000, 10_000] };

const outcomes: Record<PaymentResult, (order: PlanOrder) => Notice> = {
  complete: ({ plan, purpose }) => ({
    kind: 'success',
    title: purpose === 'upgrade' ? planUpgraded(plan.name) : paymentMessages.paymentCompleted,
  }),
  failed: () => ({ kind: 'error', title: paymentMessages.paymentFailed }),
  cancelled: () => ({ kind: 'error', title: paymentMessages.paymentCancelled }),
};

/** What an answer says that asks for no payment; null when one has to be made. */
function answeredNotice({ plan }: PlanOrder, answer: SubscribeResult): Notice | null {
  if (answer.onsite_payment_error !== null) return { kind: 'error', title: paymentNotStarted(answer.onsite_payment_error) };
  if (answer.onsite_payment_uuid !== null) return null;
  if (answer.scheduled_change)
    return { kind: 'success', title: `${plan.name} starts on ${formatDate(answer.scheduled_change.at)}.` };
  if (plan.price_cents === 0) return { kind: 'success', title: messages.freeTrialActivated };
  return answer.payment_id === null
    ? { kind: 'success', title: `You stay on ${plan.name}.` }
    : { kind: 'error', title: paymentMessages.paymentMissing };
}

/** Takes a plan: asks the server, opens the payment that it begins, and tells how it ended. */
export function usePayment(client: PaymentClient | null, say: (notice: Notice) => void) {
  const queries = useQueryClient();
  const [isOpening, setOpening] = useState(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const reload = () => queries.invalidateQueries({ queryKey: usageQuery.queryKey });
  const reloadLater = (purpose: Purpose) => {
    for (const ms of reloadAfterMs[purpose]) timers.current.push(setTimeout(reload, ms));
  };

  const order = useMutation({
    mutationFn: async (wanted: PlanOrder): Promise<Notice> => {
      const isPaid = wanted.plan.price_cents > 0;
      if (isPaid) setOpening(true);
      const answer = await call(subscriptionsEndpoints[wanted.purpose], {
        body: { plan_id: wanted.plan.id },
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      });
      if (answer.redirect_url !== null) return outcomes[await goToPayment(answer.redirect_url)](wanted);
      const notice = answeredNotice(wanted, answer);
      if (notice || answer.onsite_payment_uuid === null)
        return notice ?? { kind: 'error', title: paymentMessages.paymentInitFailed };
      if (!client) return { kind: 'error', title: paymentMessages.paymentMissing };
      const result = await openPayment(client, answer.onsite_payment_uuid, () => setOpening(false));
      reloadLater(wanted.purpose);
      return outcomes[result](wanted);
    },
    onSuccess: say,
    onError: (error, { purpose, plan }) => {
      const fallback =
        purpose === 'upgrade'
          ? paymentMessages.upgradeFailed
          : plan.price_cents > 0
            ? paymentMessages.paymentStartFailed
            : messages.anErrorOccurred;
      say({ kind: 'error', title: error instanceof PaymentFault ? error.message : errorMessage(error, fallback) });
    },
    onSettled: () => {
      setOpening(false);
      // Also after a refusal: it says that what is shown here is old.
      return reload();
    },
  });
  return { order, isOpening };
}
