import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { PageSources } from '../captcha/remote-providers.ts';
import type { Config } from '../config.ts';

const YEAR_S = 365 * 24 * 3600;

const noSources: PageSources = { script: [], frame: [], style: [], connect: [] };

/**
 * Directives of the one Content-Security-Policy.
 * @param scriptHashes of the built page's inline scripts
 * @param allowed what pages allow a remote captcha and a remote payment provider, nothing in the default set-up
 */
export function contentSecurityPolicy(scriptHashes: readonly string[] = [], allowed: PageSources = noSources): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`), ...allowed.script].join(' '),
    ["style-src 'self'", ...allowed.style].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self'",
    ["connect-src 'self'", ...allowed.connect].join(' '),
    // The test payment is a frame of our own.
    ["frame-src 'self'", ...allowed.frame].join(' '),
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Headers of every answer (SEC-04). A route that serves pages or files sets a policy of its own over it. */
async function addSecurityHeaders(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const policy = contentSecurityPolicy();
  const https = config.publicUrl.startsWith('https:');
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...(https ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` } : {}),
    });
  });
}

export const securityHeaders = fastifyPlugin(addSecurityHeaders, { name: 'security-headers' });
