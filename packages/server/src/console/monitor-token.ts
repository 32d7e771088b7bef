import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by digests of one length, so that the time of a wrong one says nothing. */
export function bearsMonitorToken(authorization: string | undefined, { operatorToken }: Pick<Config, 'operatorToken'>): boolean {
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  return operatorToken !== null && given !== undefined && timingSafeEqual(digest(given), digest(operatorToken));
}
