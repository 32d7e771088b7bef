import type { Config } from '../config.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/**
 * One line for the start where PAYFAST_SOURCE_CHECK=strict would work: the sender's address is the peer's own, or what a proxy that
 * TRUST_PROXY names says. Else null: behind an unnamed proxy `strict` refuses every genuine notification.
 */
export function sourceAdvice({ payfast, trustProxy, host }: Pick<Config, 'payfast' | 'trustProxy' | 'host'>): string | null {
  if (payfast?.sourceCheck !== 'log') return null;
  if (trustProxy.length === 0 && loopback.includes(host)) return null;
  return 'This server sees the sender of each notification. Set PAYFAST_SOURCE_CHECK=strict to reject all others.';
}
