import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type MetricsServer, startMetricsServer } from './metrics-server.ts';

const token = 'a-token-of-many-letters';
let server: MetricsServer | null = null;
afterEach(() => server?.close());

async function start(metricsToken: string | null, metricsHost = '127.0.0.1', isReady = () => true) {
  const pages = { '/metrics': async () => 'a 1\n', '/metrics/cluster': async () => null };
  server = await startMetricsServer({ config: { metricsHost, metricsPort: 0, metricsToken }, pages, isReady });
  const { address } = server;
  return (path: string, init: RequestInit = {}) => fetch(`${address.replace('0.0.0.0', '127.0.0.1')}${path}`, init);
}

const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });

/** As a page of the web asks whose name leads to this machine: fetch sends no Host of ours. */
const askAs = (address: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${address}/metrics`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });

describe('the listener for metrics', () => {
  it('OPS-03 answers on its own machine without a token, in the format of Prometheus', async () => {
    const ask = await start(null);
    const answer = await ask('/metrics?debug=1');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'a 1\n',
    ]);
    const head = await ask('/metrics', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('OPS-03 says what there is, how it is read, and that it cannot be said now', async () => {
    const ask = await start(null);
    const other = await ask('/');
    expect([other.status, await other.text()]).toEqual([404, 'There is /metrics and /metrics/cluster on this machine.\n']);
    const post = await ask('/metrics', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask('/metrics/cluster')).status).toBe(503);
  });

  it('SEC-08 tells nothing to whoever lacks the token', async () => {
    const ask = await start(token, '0.0.0.0');
    for (const init of [{}, bearer('another-token-of-letters'), bearer(`${token}x`), { headers: { authorization: token } }]) {
      const refused = await ask('/metrics', init);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await refused.text()).not.toContain('a 1');
    }
    expect((await ask('/nowhere')).status).toBe(401);
    expect((await ask('/metrics', bearer(token))).status).toBe(200);
  });

  it('SEC-08 is not read through a browser by a page that was given a local name', async () => {
    await start(null);
    const address = server?.address ?? '';
    expect([await askAs(address, 'evil.example'), await askAs(address, new URL(address).host)]).toEqual([401, 200]);
  });

  it('OPS-04 says to whoever runs containers whether this machine lives and has started, and needs no token for that', async () => {
    let isReady = false;
    const ask = await start(token, '0.0.0.0', () => isReady);
    const statuses = async () => [(await ask('/healthz')).status, (await ask('/readyz')).status];
    expect(await statuses()).toEqual([200, 503]);
    isReady = true;
    expect(await statuses()).toEqual([200, 200]);
  });

  it('OPS-03 says in one line that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const bound = other.address();
    const metricsPort = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
    const config = { metricsHost: '127.0.0.1', metricsPort, metricsToken: null };
    await expect(startMetricsServer({ config, pages: {} })).rejects.toThrow(
      `Port ${metricsPort} on 127.0.0.1 is taken. Stop what uses it, or set METRICS_PORT to another one.`,
    );
    other.close();
  });
});
