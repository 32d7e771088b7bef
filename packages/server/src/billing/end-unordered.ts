import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { paymentEvent } from '../db/schema.ts';
import type { PaymentEvent, RenewalEvent } from '../payments/provider.ts';
import { tellProvider } from './provider-tasks.ts';
import { type Settled, type Settling, unknown } from './settled.ts';

/** Whether this server once took something about that payment: what was taken stays written down when an account is gone. */
async function wasTaken(tx: Tx, provider: string, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false;
  const about = and(eq(paymentEvent.provider, provider), eq(paymentEvent.paymentId, paymentId));
  return (await tx.$count(paymentEvent, and(about, ne(paymentEvent.outcome, 'unknown')))) > 0;
}

/**
 * A provider charged, or tried to, for what nothing here knows: the account is gone, a database was put back, or one payment was made
 * twice. It is cancelled there, so that nobody is charged again, and a person gives back what came. What another shop of the same
 * provider's account began is left alone.
 * @param known the payment that is named, when there is one
 */
export async function endUnordered(
  { tx, provider, now }: Settling,
  event: PaymentEvent | RenewalEvent,
  known: Settled | null,
): Promise<Settled> {
  const { origin, paymentId, subscriptionRef: ref } = event;
  const accountId = known?.accountId ?? null;
  const failed = event.type !== 'complete' && event.type !== 'renewed';
  if (accountId === null) {
    if (provider.id === 'sandbox' || origin === 'foreign') return unknown;
    if (origin === 'unmarked' && !(await wasTaken(tx, provider.id, paymentId)))
      return failed ? unknown : { ...unknown, alarm: 'unmarked' };
  }
  if (ref) await tellProvider(tx, [{ id: null, accountId, provider: provider.id, providerRef: ref }], now);
  return { ...(known ?? unknown), alarm: failed ? 'unpaid' : 'unordered' };
}
