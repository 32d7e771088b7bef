import type { PaymentClient, Plan } from '@clearframe/contract';
import { formatMoney } from '../../shared/format/format.ts';

/** What a plan is charged as, where the provider takes another currency or amount than the catalogue shows; else null. */
export function chargeOf(plan: Plan, client: PaymentClient | null): string | null {
  const cents = client?.prices[plan.id];
  if (!client || cents === undefined) return null;
  return client.currency === 'USD' && cents === plan.price_cents ? null : formatMoney(cents, client.currency);
}
