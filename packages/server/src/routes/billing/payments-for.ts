import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { PaymentProvider } from '../../payments/provider.ts';

/**
 * Who takes payments from this request: null = nobody. Test payments give plans away, so only this machine makes them, unless the
 * operator opened them to everybody.
 */
export function paymentsFor(
  { config, payments }: Pick<Context, 'config' | 'payments'>,
  request: FastifyRequest,
): PaymentProvider | null {
  const isOpen = payments?.id !== 'sandbox' || config.sandboxForAll || request.notLocal === null;
  return isOpen ? payments : null;
}
