import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';
import { AppError } from '@clearframe/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetcher, type Fetcher, type FetcherOptions } from '../src/security/fetcher.ts';
import type { Lookup } from '../src/security/guard-connect.ts';
import { ResponseTooLarge } from '../src/security/response-limit.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let hits: string[] = [];
const server = createServer((request, response) => {
  hits.push(`${request.method} ${request.url}`);
  answer(request, response);
});
let port = 0;
const fetchers: Fetcher[] = [];

/** Look-ups: a name leads to these addresses, a list of lists to one after the other. */
function stubLookup(names: Record<string, string[] | string[][]>): Lookup {
  const calls = new Map<string, number>();
  return (hostname, _options, callback) => {
    const known = names[hostname];
    if (!known) return callback(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), []);
    const call = calls.get(hostname) ?? 0;
    calls.set(hostname, call + 1);
    const first = known[0];
    const answers = Array.isArray(first) ? ((known[Math.min(call, known.length - 1)] ?? []) as string[]) : (known as string[]);
    callback(
      null,
      answers.map((address) => ({ address, family: isIP(address) })),
    );
  };
}

function fetcher(options: Partial<FetcherOptions> = {}): Fetcher {
  const made = createFetcher({ allowPrivateTargets: [], ...options });
  fetchers.push(made);
  return made;
}

const own = () => fetcher({ allowPrivateTargets: [`127.0.0.1:${port}`] });

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code;

/** Refused by the guard itself, not by a network that happened to lead nowhere. */
async function expectGuarded(work: Promise<unknown>): Promise<void> {
  const { code, detail } = await refusalOf(work);
  expect(code).toBe('url_refused');
  expect(detail).toMatch(/is not a public address|leads to/);
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  hits = [];
  answer = (_request, response) => response.end('SECRET');
});
afterEach(async () => {
  await Promise.all(fetchers.splice(0).map((made) => made.close()));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('fetcher', () => {
  it.each([
    'http://127.0.0.1:PORT/s',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://localhost:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[fd00::1]:PORT/',
    'http://100.64.0.1:PORT/',
    'http://10.0.0.1:PORT/',
    'http://224.0.0.1:PORT/',
    'http://255.255.255.255:PORT/',
  ])('SEC-01 refuses %s without a connection', async (url) => {
    const target = url.replace('PORT', String(port));
    await expectGuarded(fetcher().head(target));
    await expectGuarded(fetcher().get(target, { maxBytes: 100 }));
    expect(hits).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['a public and a private one', ['93.184.216.34', '127.0.0.1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['IPv6 loopback', ['::1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['unique local', ['fd00::1']],
    ['CGNAT', ['100.64.0.1']],
    ['nothing', []],
  ])('SEC-01 refuses a name that leads to %s', async (_kind, addresses) => {
    const guarded = fetcher({ lookup: stubLookup({ 'name.test': addresses }) });
    await expectGuarded(guarded.head(`http://name.test:${port}/`));
    expect(hits).toEqual([]);
  });

  it('SEC-01 refuses a name that is public at the first look-up and private at the next (rebinding)', async () => {
    const lookup = stubLookup({ 'rebind.test': [['93.184.216.34'], ['127.0.0.1']] });
    const early = await new Promise((resolve) => lookup('rebind.test', { all: true }, (_error, found) => resolve(found)));
    expect(early).toEqual([{ address: '93.184.216.34', family: 4 }]);
    await expectGuarded(fetcher({ lookup }).head(`http://rebind.test:${port}/`));
    expect(hits).toEqual([]);
  });

  it.each([
    ['a literal', () => `http://127.0.0.1:${port + 1}/secret`],
    ['the same server by another name', () => `http://localhost:${port}/secret`],
    ['the same server in decimal', () => `http://2130706433:${port}/secret`],
    ['the same server without a scheme', () => `//localhost:${port}/secret`],
    ['the same server with backslashes', () => `\\\\0x7f.1:${port}/secret`],
    ['another scheme', () => 'file:///etc/passwd'],
    ['an address with a password', () => `http://a:b@127.0.0.1:${port}/secret`],
  ])('SEC-01 refuses a redirect to %s', async (_kind, location) => {
    answer = (_request, response) => response.writeHead(302, { location: location() }).end('SECRET');
    expect(await codeOf(own().get(`http://127.0.0.1:${port}/start`, { maxBytes: 100 }))).toBe('url_refused');
    expect(hits).toEqual(['GET /start']);
  });

  it('SEC-01 follows three redirects and no fourth', async () => {
    answer = ({ url }, response) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: left === 2 ? `http://127.0.0.1:${port}/1` : `/${left - 1}` }).end();
    };
    const reached = await own().get(`http://127.0.0.1:${port}/3`, { maxBytes: 100 });
    expect(await read(reached.body)).toBe('there');
    expect(reached.url).toBe(`http://127.0.0.1:${port}/0`);
    expect(await codeOf(own().head(`http://127.0.0.1:${port}/4`))).toBe('url_refused');
  });

  it('SEC-01 lets a listed target through only as it is written in the list', async () => {
    const guarded = fetcher({ allowPrivateTargets: [`127.0.0.1:${port}`] });
    expect((await guarded.head(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await guarded.head(`HTTP://127.0.0.1:${port}?q=1`)).status).toBe(200);
    for (const other of ['localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
      await expectGuarded(guarded.head(`http://${other}:${port}/`));
    await expectGuarded(guarded.head(`http://127.0.0.1:${port + 1}/`));
    expect(hits).toEqual(['HEAD /', 'HEAD /?q=1']);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'data:image/png;base64,AA',
    'not a url',
    '',
    'http://user:secret@example.com/',
    'http://user@example.com/',
    'http://127.0.0.1/a\n.png',
    'http://127.0.0.1/a.png\0',
    `http://example.com/${'a'.repeat(2_100)}`,
  ])('UP-03 takes no %s', async (url) => {
    expect(await codeOf(fetcher().head(url))).toBe('url_invalid');
  });

  it('SEC-01 says nothing of the inside in what people read', async () => {
    const refusal = await fetcher()
      .head(`http://127.0.0.1:${port}/`)
      .catch((error: unknown) => error);
    expect(String(refusal)).not.toContain('127.0.0.1');
  });

  it('UP-03 gives the status as it came', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    expect((await own().head(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  it.each([405, 501])('UP-03 asks for the first byte when HEAD is answered %i', async (status) => {
    answer = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end();
      else response.writeHead(request.headers.range === 'bytes=0-0' ? 206 : 200, { 'content-type': 'image/png' }).end('x');
    };
    const reached = await own().head(`http://127.0.0.1:${port}/`);
    expect(reached).toMatchObject({ status: 206, headers: { 'content-type': 'image/png' } });
    expect(hits).toEqual(['HEAD /', 'GET /']);
  });

  it('SEC-06 refuses a declared length over the limit before reading', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': '101' }).end('a'.repeat(101));
    await expect(own().get(`http://127.0.0.1:${port}/`, { maxBytes: 100 })).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it('SEC-06 cuts an endless body off at the limit and closes the connection', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.once('close', resolve);
        const more = (): void => {
          while (response.write('a'.repeat(10_000)) && !response.destroyed);
        };
        response.on('drain', more);
        more();
      };
    });
    const reached = await own().get(`http://127.0.0.1:${port}/`, { maxBytes: 50_000 });
    await expect(read(reached.body)).rejects.toBeInstanceOf(ResponseTooLarge);
    await closed;
  });

  it('SEC-06 takes a body of exactly the limit', async () => {
    answer = (_request, response) => response.end('a'.repeat(100));
    const reached = await own().get(`http://127.0.0.1:${port}/`, { maxBytes: 100 });
    expect(await read(reached.body)).toHaveLength(100);
  });

  it('UP-03 refuses a body that breaks off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '50' });
      response.write('half', () => response.destroy());
    };
    const reached = await own().get(`http://127.0.0.1:${port}/`, { maxBytes: 100 });
    expect(await codeOf(read(reached.body))).toBe('url_refused');
  });

  it('UP-03 gives up on a server that does not answer, or stops in the middle', async () => {
    const target = { allowPrivateTargets: [`127.0.0.1:${port}`] };
    answer = () => undefined;
    expect(await codeOf(fetcher({ ...target, timeouts: { headersMs: 50 } }).head(`http://127.0.0.1:${port}/`))).toBe(
      'url_refused',
    );
    answer = (_request, response) => {
      response.write('half');
    };
    // However late the headers come: only the pause after them is short.
    const reached = await fetcher({ ...target, timeouts: { idleMs: 50 } }).get(`http://127.0.0.1:${port}/`, { maxBytes: 100 });
    expect(await codeOf(read(reached.body))).toBe('url_refused');
  });

  it('UP-03 gives up on a server that sends one byte at a time for ever', async () => {
    const impatient = fetcher({ allowPrivateTargets: [`127.0.0.1:${port}`], timeouts: { totalMs: 100 } });
    let timer: NodeJS.Timeout | undefined;
    answer = (_request, response) => {
      timer = setInterval(() => response.write('a'), 5);
      response.once('close', () => clearInterval(timer));
    };
    // On a busy machine the time may be over before the headers came.
    const got = impatient.get(`http://127.0.0.1:${port}/`, { maxBytes: 1_000_000 }).then(({ body }) => read(body));
    expect(await codeOf(got)).toBe('url_refused');
  });
});
