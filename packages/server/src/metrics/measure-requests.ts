import type { FastifyInstance } from 'fastify';
import type { Metrics } from './create-metrics.ts';

/** Event streams last as long as a page is open, and who asks for health asks every second. */
const unmeasured = new Set(['/api/events', '/healthz', '/readyz']);
const uploads = new Set(['/api/v1/upload', '/api/media/upload']);
/** What matters alone is named alone; each further name costs 21 series. The log names the route of every failure. */
const groups: [prefix: string, name: string][] = [
  ['/api/v1/', '/api/v1/*'],
  ['/api/', '/api/*'],
  ['/files/', '/files/*'],
  ['/', '/*'],
];

/** Under which method and route a request is counted. @param url the route's pattern; undefined = there is none */
export function requestLabels(method: string, url: string | undefined): { method: string; route: string } | null {
  if (url === undefined) return { method: '_OTHER', route: 'unmatched' };
  if (unmeasured.has(url)) return null;
  if (uploads.has(url)) return { method: 'POST', route: url };
  const route = groups.find(([prefix]) => url.startsWith(prefix))?.[1] ?? '/*';
  const isRead = route === '/files/*' || route === '/*' || method === 'GET' || method === 'HEAD';
  return { method: isRead ? 'GET' : '_OTHER', route };
}

/** `2xx` holds redirections too: nothing failed. */
const statusClass = (status: number): string => (status >= 500 ? '5xx' : status >= 400 ? '4xx' : '2xx');

/** Measures every answer of the server. */
export function measureRequests(app: FastifyInstance, { requests }: Pick<Metrics, 'requests'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = requestLabels(request.method, request.is404 ? undefined : request.routeOptions.url);
    if (labels) requests.observe({ ...labels, status: statusClass(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
}
