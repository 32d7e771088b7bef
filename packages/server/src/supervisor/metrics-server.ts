import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Config } from '../config.ts';
import { isLoopback } from '../config-monitoring.ts';
import { isLoopbackHost } from '../security/cross-site.ts';
import { portProblem } from './port.ts';

export type MetricsServerOptions = {
  config: Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'>;
  /** What each address answers; null = it cannot be said now. */
  pages: Readonly<Record<string, () => Promise<string | null>>>;
  /** Whether this machine has started and is not leaving. */
  isReady?: () => boolean;
};

export type MetricsServer = { address: string; close(): Promise<void> };

/** Scrapers hold one connection each. */
const connectionsMax = 32;
const requestMs = 5_000;

type Answer = { status: number; text: string; headers?: Record<string, string> };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whoever reaches the port may read where no token is set. The time that it takes tells nothing of the token. */
function mayRead({ headers }: IncomingMessage, { metricsHost, metricsToken }: MetricsServerOptions['config']): boolean {
  // A page of the web that was given a local name would else read them through the browser of somebody who works here.
  if (metricsToken === null) return !isLoopback(metricsHost) || isLoopbackHost(headers.host ?? '');
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(metricsToken));
}

/** What whoever runs containers asks of machines that answer no customers. It tells nothing, so that it takes no token. */
function healthOf(path: string, isReady: () => boolean): Answer | null {
  if (path === '/healthz') return { status: 200, text: 'ok\n' };
  if (path !== '/readyz') return null;
  return isReady() ? { status: 200, text: 'ready\n' } : { status: 503, text: 'not ready\n' };
}

async function answerTo(
  request: IncomingMessage,
  { config, pages, isReady = () => true }: MetricsServerOptions,
): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const health = healthOf(path, isReady);
  if (health) return health;
  if (!mayRead(request, config))
    return { status: 401, text: 'Send the METRICS_TOKEN as a bearer token.\n', headers: { 'www-authenticate': 'Bearer' } };
  const page = pages[path];
  if (!page) return { status: 404, text: `There is ${Object.keys(pages).join(' and ')} on this machine.\n` };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, text: 'Read metrics with GET.\n', headers: { allow: 'GET, HEAD' } };
  const text = await page();
  if (text === null) return { status: 503, text: 'No metrics right now. The log of the server has the reason.\n' };
  return { status: 200, text, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));

/**
 * The one listener of a machine that tells what its processes count. Beside the server's own port: what is meant for operators is not
 * reachable where customers are.
 * @throws Error with one sentence when the port cannot be had
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { metricsHost: host } = options.config;
  const port = options.config.metricsPort ?? 0;
  const problem = await portProblem(port, host, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
  if (problem !== null) throw new Error(problem);
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs }, async (request, response) => {
    const { status, text, headers } = await answerTo(request, options);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
    response.end(request.method === 'HEAD' ? undefined : text);
  });
  server.maxConnections = connectionsMax;
  await listen(server, port, host);
  const bound = server.address();
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    address: `http://${shown}:${typeof bound === 'object' && bound ? bound.port : port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
