import { AppError } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopbackHost } from './cross-site.ts';

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/**
 * Proves that a request came from this machine itself. A reverse proxy on the same host would make local addresses public
 * (SEC-10): it shows by a foreign Host or by a forwarding header.
 * @throws AppError not_found outside local mode, local_only
 */
export function requireLocal(config: Config, { headers }: FastifyRequest): void {
  if (!config.localMode) throw new AppError('not_found');
  const forwarded = Object.keys(headers).find((name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'));
  if (forwarded) throw new AppError('local_only', { detail: `header ${forwarded}` });
  if (!isLoopbackHost(headers.host ?? '')) throw new AppError('local_only', { detail: 'foreign Host' });
}
