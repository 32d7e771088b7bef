import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Secrets } from '../security/secrets.ts';
import { createPayfast } from './payfast.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './sandbox.ts';
import { createStripe } from './stripe.ts';

export type PaymentContext = { config: Config; secrets: Secrets; clock: Clock; log: FastifyBaseLogger };

/** The provider of `PAYMENTS`; null = this server takes no payment. */
export function createPayments(context: PaymentContext): PaymentProvider | null {
  const { payments, payfast, stripe } = context.config;
  if (payments === 'sandbox') return createSandbox(context);
  if (payments === 'payfast' && payfast) return createPayfast({ ...context, settings: payfast });
  if (payments === 'stripe' && stripe) return createStripe({ ...context, settings: stripe });
  return null;
}
