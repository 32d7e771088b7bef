import { AppError } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { liveSubscription } from './subscriptions.ts';

/**
 * Address of the provider's page on which the card of what runs is changed.
 * @throws AppError card_page_missing where no remote provider charges anything, payment_provider_away
 */
export async function cardPage(context: Pick<Context, 'db' | 'clock' | 'payments'>, accountId: string): Promise<string> {
  const { db, clock, payments } = context;
  const live = await liveSubscription(db, accountId, clock.now());
  if (!payments || payments.id === 'sandbox' || live?.provider !== payments.id || live.providerRef === null)
    throw new AppError('card_page_missing');
  return payments.cardPage(live.providerRef);
}
