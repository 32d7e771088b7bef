import { AppError } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const acceptedTypes = ['application/json', 'multipart/form-data'];

function isSameOrigin(origin: string, host: string | undefined, config: Config): boolean {
  if (origin === config.publicUrl) return true;
  // A local server is opened as localhost as well as by its number, and on whatever port was free.
  return config.localMode && host !== undefined && origin === `http://${host}` && isLoopbackHost(host);
}

/** Whether a Host header names this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

/**
 * Refuses what another site makes a browser send with our cookies (SEC-05). What a browser says about itself decides:
 * `Sec-Fetch-Site`, else `Origin`; a client that sends neither is no browser with cookies. A form of another site can send
 * only three content types; of these only multipart/form-data is taken here, for uploads. Bearer routes read no cookies and are exempt.
 * @throws AppError cross_site, unsupported_type
 */
export function refuseCrossSite(config: Config): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (
      safeMethods.has(request.method) ||
      isBearerRoute(request.url) ||
      isDoor(request.url) ||
      isNotification(request.url) ||
      isStatement(request.url)
    )
      return;
    const { 'sec-fetch-site': site, origin, host, 'content-type': type } = request.headers;
    if (site !== undefined) {
      if (site !== 'same-origin' && site !== 'none') throw new AppError('cross_site', { detail: `Sec-Fetch-Site ${site}` });
    } else if (origin !== undefined && !isSameOrigin(origin, host, config)) {
      throw new AppError('cross_site', { detail: 'Origin differs from PUBLIC_URL' });
    }
    if (type !== undefined && !acceptedTypes.includes((type.split(';')[0] ?? '').trim().toLowerCase()))
      throw new AppError('unsupported_type');
  };
}

/** A payment provider proves itself by a signature; no cookie is read there, and PayFast sends a form. */
function isNotification(url: string): boolean {
  return /^\/api\/payments\/(payfast|stripe)\/notify$/.test(url);
}

/** The page of a statement of reasons and its form: its signed address is the proof, and no cookie is read there. */
function isStatement(url: string): boolean {
  return url.startsWith('/statement/');
}

/** What software of others calls, each by its own protocol and content types. No cookie is read there. */
function isDoor(url: string): boolean {
  return /^\/(?:v1\/|mcp(?:[?]|$)|api\/(?:openai|misskey|check|oip|s3-events)\/|api\/rekognition(?:[/?]|$))/.test(url);
}

function isBearerRoute(url: string): boolean {
  return url.startsWith('/api/v1/');
}
