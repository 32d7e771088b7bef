import type { IncomingHttpHeaders } from 'node:http';
import { newId } from './new-id.ts';

const wellFormed = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's `X-Request-Id` where it is well formed, so that one id leads through the logs of several systems; else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newId();
}
