import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopbackHost } from './cross-site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why this request gets nothing that only local mode allows; null = it comes from this machine itself. */
    notLocal: string | null;
  }
}

type Where = Pick<Config, 'localMode' | 'publicUrl'>;

/** What proxies, tunnels and content networks add on the way. */
const forwardingHeaders = [
  'forwarded|via|cdn-loop|client-ip|true-client-ip|proxy-connection|proxy-client-ip|wl-proxy-client-ip',
  'x-(?:real|client|cluster-client|proxyuser)-ip|x-forwarded.*|x-original-.*',
  'x-(?:envoy|amzn|amz-cf|azure|appengine|vercel|arr|railway|sucuri|akamai)-.*|(?:cf|fly|fastly|tailscale|ngrok)-.*',
];
const forwarding = new RegExp(`^(?:${forwardingHeaders.join('|')})$`);

/** Whether an Origin or Referer is a page of this server: opened by any loopback name, on the port of the request or of PUBLIC_URL. */
function isOwnPage(address: string, { publicUrl }: Where, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const page = new URL(address);
  if (page.origin === publicUrl) return true;
  return page.protocol === 'http:' && isLoopbackHost(page.host) && page.port === new URL(`http://${host}`).port;
}

/**
 * The one place that decides whether a request comes from this machine. A proxy on the same host makes local addresses public: it
 * shows by a header, a foreign Host, or HTTP/1.0, which nginx speaks unless told otherwise. A page of another site shows by its address.
 * @returns null for a local request, else the sign that it is none
 */
function whyNotLocal(config: Where, { headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): string | null {
  if (!config.localMode) return 'no local mode';
  if (raw.httpVersion !== '1.1') return `HTTP/${raw.httpVersion}`;
  const forwarded = Object.keys(headers).find((name) => forwarding.test(name));
  if (forwarded) return `header ${forwarded}`;
  const { host = '', origin, referer } = headers;
  if (!isLoopbackHost(host)) return 'foreign Host';
  if (origin !== undefined && !isOwnPage(origin, config, host)) return 'foreign Origin';
  if (referer !== undefined && !isOwnPage(referer, config, host)) return 'foreign Referer';
  return null;
}

/** Decides it once for each request; everything of local mode looks at `request.notLocal`. */
export function decideLocal(app: FastifyInstance, config: Where): void {
  app.decorateRequest('notLocal', 'not decided');
  app.addHook('onRequest', async (request) => {
    request.notLocal = whyNotLocal(config, request);
  });
}

/** @throws AppError not_found outside local mode, local_only */
export function requireLocal({ localMode }: Where, { notLocal }: Pick<FastifyRequest, 'notLocal'>): void {
  if (!localMode) throw new AppError('not_found');
  if (notLocal !== null) throw new AppError('local_only', { detail: notLocal });
}
