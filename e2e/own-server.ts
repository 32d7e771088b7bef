import { test as base } from './journey.ts';
import type { Server } from './server.ts';

/** What a server with settings of its own talks to, played by the journeys. */
type Host = { stop: () => Promise<void> };

/**
 * The `test` of a file whose server has settings of its own: host and server start when its first journey asks for them, and end after
 * its last one. Not a fixture of the worker: with another set of those the browser and the servers of all journeys would start anew.
 */
export function testWith<H extends Host>(startHost: () => Promise<H>, startServer: (host: H) => Promise<Server>) {
  const start = async () => {
    const host = await startHost();
    return { host, server: await startServer(host) };
  };
  let started: ReturnType<typeof start> | undefined;
  const running = () => {
    started ??= start();
    return started;
  };
  const test = base.extend<{ host: H }>({
    host: [async ({ playwright: _playwright }, use) => use((await running()).host), { scope: 'test', timeout: 300_000 }],
    server: [async ({ playwright: _playwright }, use) => use((await running()).server), { scope: 'test', timeout: 300_000 }],
  });
  test.afterAll(async () => {
    // One that did not start has failed its journey already.
    const both = await started?.catch(() => undefined);
    await both?.server.stop();
    await both?.host.stop();
  });
  return test;
}
