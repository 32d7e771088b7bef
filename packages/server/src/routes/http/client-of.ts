import type { FastifyRequest } from 'fastify';
import type { Client } from '../../security/client-address.ts';
import { readCookie } from './session-cookies.ts';

/** Who sends the request, for limits, the list of devices and the security log. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    device: readCookie(request, 'known_device'),
    isLocal: request.notLocal === null,
  };
}
