import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Checker } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { checker as checkers, media, usagePeriod } from '../../src/db/schema.ts';
import { runChecks } from '../../src/moderation/check/run-checks.ts';
import { createFetcher } from '../../src/security/fetcher.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, type Uploader } from '../helpers/uploads.ts';

/** Somebody's server: `/whole` is a picture, `/half` the beginning of one, and from all else nothing ever comes. */
const pears = picture('formats/pears.png');
const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.url === '/whole' || (request.url === '/half' && request.method === 'HEAD'))
    return void response.end(request.method === 'HEAD' ? undefined : pears);
  open.add(response);
  response.once('close', () => open.delete(response));
  if (request.url === '/half') response.write(pears.subarray(0, 100));
});

let built: Built;
let owner: Uploader;
let origin: string;
let target: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`;
  const hour = 3_600_000;
  // What ends a fetch here is the deadline of the call, or its caller, and nothing else.
  const timeouts = { connectMs: hour, headersMs: hour, idleMs: hour, totalMs: hour };
  const fetcher = createFetcher({ allowPrivateTargets: [target], timeouts });
  built = await build({ config: { rateLimitScale: 1_000, allowPrivateTargets: [target] }, parts: { fetcher } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${z.custom<AddressInfo>().parse(built.app.server.address()).port}`;
  owner = await createUploader(built);
});
afterEach(async () => {
  await expect.poll(() => open.size).toBe(0);
  expect(await built.context.db.select().from(media)).toEqual([]);
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, owner.accountId));
  expect(period).toMatchObject({ used: 0, reserved: 0 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await built.close();
});

const at = (path: string) => `http://${target}/${path}`;
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const bearing = () => ({ ...json, authorization: `Bearer ${owner.token}` });

async function makeChecker(): Promise<Checker> {
  const made = await built.app.inject({
    method: 'POST',
    url: '/api/checkers',
    headers: owner.headers,
    payload: { name: 'Lemmy' },
  });
  return made.json<{ data: { checker: Checker } }>().data.checker;
}
const pathOf = ({ secret }: Checker) => `/api/check/${secret}`;

type Call = { path: string; headers: Record<string, string>; body: string };
const tool =
  (name: string) =>
  async (url: string): Promise<Call> => ({
    path: '/mcp',
    headers: bearing(),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { url } } }),
  });
const doors: [string, (url: string) => Promise<Call>][] = [
  [
    'DOOR-A1 OpenAI',
    async (url) => {
      const body = JSON.stringify({ input: [{ type: 'image_url', image_url: { url } }] });
      return { path: '/api/openai/v1/moderations', headers: bearing(), body };
    },
  ],
  ['DOOR-A3 a checker', async (url) => ({ path: pathOf(await makeChecker()), headers: json, body: JSON.stringify({ url }) })],
  ['DOOR-A9 check_picture', tool('check_picture')],
  ['DOOR-A9 upload_by_url', tool('upload_by_url')],
];

describe('an address at a door from which nothing comes', () => {
  it.each(doors.flatMap(([door, call]) => ['silent', 'half'].map((path) => [door, path, call] as const)))(
    '%s is left (%s) once its caller is gone',
    async (_door, path, call) => {
      const { path: to, ...asked } = await call(at(path));
      const gone = new AbortController();
      const answer = fetch(`${origin}${to}`, { method: 'POST', ...asked, signal: gone.signal }).catch(() => 'gone');
      await expect.poll(() => open.size).toBe(1);
      gone.abort();
      expect(await answer).toBe('gone');
      await expect.poll(() => open.size).toBe(0);
    },
  );

  const ask = (paths: string[], more: { waitMs?: number; signal?: AbortSignal } = {}) =>
    runChecks(built.context, {
      accountId: owner.accountId,
      tokenId: null,
      door: 'openai',
      pictures: paths.map((path) => ({ url: at(path) })),
      keep: 'none',
      waitMs: 3_600_000,
      signal: new AbortController().signal,
      ...more,
    });

  it.each(['silent', 'half'])('DOOR-0 takes no more than the time of the whole call, and is named (%s)', async (path) => {
    await expect(ask(['whole', path], { waitMs: 300 })).rejects.toMatchObject({
      name: 'PictureRefused',
      index: 1,
      cause: { code: 'url_refused' },
    });
  });

  it('DOOR-0 is not blamed where the caller is gone or the server stops', async () => {
    const stop = new AbortController();
    const answer = ask(['whole', 'silent'], { signal: stop.signal });
    const refused = expect(answer).rejects.toMatchObject({ code: 'analysis_unavailable' });
    await expect.poll(() => open.size).toBe(1);
    stop.abort();
    await refused;
  });

  it('DOOR-0 leaves what was fetched the rest of that time alone to wait for its verdict', async () => {
    const real = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs);
    const fetcher = { ...built.context.fetcher, get: built.context.fetcher.get };
    const slow: typeof fetcher.get = async (...given) => {
      aheadMs += 3_600_000;
      return await built.context.fetcher.get(...given);
    };
    try {
      // Nobody analyses here: what waits for its verdict waits to the end.
      const late = runChecks(
        { ...built.context, fetcher: { ...fetcher, get: slow } },
        {
          accountId: owner.accountId,
          tokenId: null,
          door: 'openai',
          pictures: [{ url: at('whole') }],
          keep: 'none',
          waitMs: 3_600_000,
          signal: new AbortController().signal,
        },
      );
      await expect(late).rejects.toMatchObject({ code: 'analysis_unavailable' });
    } finally {
      clock.mockRestore();
    }
  });

  it('DOOR-A3 answers a checker after its timeout_ms, as of an address that cannot be fetched', async () => {
    const made = await makeChecker();
    await built.context.db.update(checkers).set({ timeoutMs: 300 }).where(eq(checkers.id, made.id));
    const body = JSON.stringify({ url: at('silent') });
    const answer = await fetch(`${origin}${pathOf(made)}`, { method: 'POST', headers: json, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { verdict: 'none' }]);
  });
});
