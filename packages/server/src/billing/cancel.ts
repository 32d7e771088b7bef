import { AppError, paymentMessages, Subscription } from '@clearframe/contract';
import { z } from 'zod';
import { moveSubscription } from './move-subscription.ts';
import { type OrderContext, once } from './once.ts';
import { liveSubscription, subscriptionView } from './subscriptions.ts';

const CancelAnswer = z.object({ data: z.object({ subscription: Subscription }), message: z.string().exactOptional() });
type CancelAnswer = z.infer<typeof CancelAnswer>;

/**
 * Ends the renewal of what runs; access stays to the end of the period. A second time it changes nothing.
 * @throws AppError subscription_not_found, idempotency_*
 */
export async function cancel(
  context: OrderContext,
  { accountId, key }: { accountId: string; key: string | null },
): Promise<CancelAnswer> {
  const now = context.clock.now();
  return once<CancelAnswer>(context, {
    name: 'cancel',
    form: CancelAnswer,
    accountId,
    key,
    body: 'cancel',
    now,
    async run(tx) {
      const { live } = await moveSubscription(tx, { accountId, event: 'cancel', now });
      const row =
        (await liveSubscription(tx, accountId, now)) ?? (live && { ...live, status: 'cancelled' as const, accessEndsAt: now });
      if (!row) throw new AppError('subscription_not_found');
      return { data: { subscription: subscriptionView(row) }, message: paymentMessages.cancelled };
    },
  });
}
