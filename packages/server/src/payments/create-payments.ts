import type { Config } from '../config.ts';
import type { Clock } from '../context.ts';
import type { Secrets } from '../security/secrets.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandbox } from './sandbox.ts';

/** The provider of `PAYMENTS`; null = this server takes no payment. */
export function createPayments(parts: { config: Config; secrets: Secrets; clock: Clock }): PaymentProvider | null {
  return parts.config.payments === 'sandbox' ? createSandbox(parts) : null;
}
