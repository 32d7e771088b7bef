import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { addressOf, type KnownRoute, routesOf } from './helpers/routes-of.ts';

let built: Built;
let routes: KnownRoute[];
beforeAll(async () => {
  built = await build();
  routes = routesOf(built.app).filter(({ url }) => url.startsWith('/dev/'));
});
afterAll(() => built.close());

const statusesOf = async ({ app }: Built, headers: Record<string, string>) => {
  const answers = await Promise.all(routes.map(({ method, url }) => app.inject({ method, url: addressOf(url), headers })));
  return [...new Set(answers.map((answer) => answer.statusCode))];
};

describe('what only local mode allows', () => {
  it('SEC-10 knows the routes, and opens them to this machine', async () => {
    expect(routes).toContainEqual({ method: 'GET', url: '/dev/outbox' });
    expect(routes).toContainEqual({ method: 'GET', url: '/dev/outbox/:name' });
    expect(routes).toContainEqual({ method: 'POST', url: '/dev/clock' });
    const page = await built.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost:3000' } });
    expect(page.statusCode).toBe(200);
  });

  it.each([
    { 'x-forwarded-for': '203.0.113.1' },
    { 'x-forwarded-host': 'moderation.example' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-port': '443' },
    { 'x-real-ip': '203.0.113.1' },
    { forwarded: 'for=203.0.113.1' },
    { via: '1.1 proxy' },
    { host: 'moderation.example' },
    { host: 'localhost.evil.example' },
    { host: 'evil.example:3000' },
    { host: '127.0.0.1.nip.example' },
    { host: '127.0.0.2' },
    { host: '192.168.1.2:3000' },
  ])('SEC-10 closes each of them for a request with %j', async (headers) => {
    expect(await statusesOf(built, { host: 'localhost:3000', ...headers })).toEqual([403]);
  });

  it.each([
    ['on a public address', { localMode: false, publicUrl: 'https://moderation.example' }],
    ['on a machine of the network', { localMode: false, host: '0.0.0.0' }],
  ])('SEC-10 has none of them %s, whatever the request says', async (_, config) => {
    const open = await build({ config });
    expect(routesOf(open.app).filter(({ url }) => url.startsWith('/dev'))).toEqual([]);
    for (const host of ['localhost:3000', '127.0.0.1', 'moderation.example'])
      expect(await statusesOf(open, { host })).toEqual([404]);
    await open.close();
  });
});
