import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { z } from 'zod';
import { registerPerson } from '../../e2e/person.ts';
import { type Server, startServer } from '../../e2e/server.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { freePorts } from '../../packages/server/test/engines/free-ports.ts';
import { noisePng } from './noise-png.ts';
import { outcomeOf, type Part, type Print } from './part.ts';
import { type Ports, type ProxyName, proxyNames, startProxy } from './proxy-programs.ts';
import { ask, ourAddress, send, sendTooMuch } from './through-proxy.ts';

const MB = 1_000_000;
/** More than the largest upload and its form. */
const tooLargeBytes = 120 * 1_048_576;
/** What nobody answers for so long is kept by somebody. */
const patienceMs = 60_000;
const boundary = 'boundary-of-the-proof';

/** Two servers on one database and one folder, as machines behind a proxy are. */
type Pair = { ports: readonly [number, number]; servers: [Server, Server]; token: string; cookie: string };

const answerOf = <T>(data: z.ZodType<T>) => z.object({ status: z.literal('success'), data });
const Uploaded = answerOf(z.looseObject({ media_upload: z.looseObject({ id: z.string() }) }));

const formHead = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="noise.png"\r\ncontent-type: image/png\r\n\r\n`,
);
const formOf = (bytes: Uint8Array): Buffer => Buffer.concat([formHead, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);

/** A picture of 20 MB goes through, whole, and is judged. */
async function uploadLarge({ token, ports }: Pair, port: number, print: Print): Promise<string[]> {
  const picture = noisePng(2_600, 2_600);
  const begun = performance.now();
  const { status, text } = await send(port, '/api/v1/upload?wait=0', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formOf(picture),
  });
  const tookMs = performance.now() - begun;
  if (status !== 202 && status !== 200) return [`the upload of ${picture.length} B answered ${status}: ${text.slice(0, 200)}`];
  const { id } = Uploaded.parse(JSON.parse(text)).data.media_upload;
  const client = createClient({ baseUrl: `http://localhost:${ports[1]}`, token });
  const { moderation } = await client.waitForVerdict(id, { timeoutMs: 5 * patienceMs });
  const verdict = moderation ? `passed: ${moderation.passed}` : 'no verdict';
  print(`  upload of ${(picture.length / MB).toFixed(1)} MB: ${status} after ${Math.round(tookMs)} ms, then ${verdict}`);
  return moderation ? [] : ['the large picture has no verdict'];
}

/** What one server announces is heard over the proxy at once, while the stream stays open. */
async function hearEvents({ cookie, token, ports }: Pair, port: number, print: Print): Promise<string[]> {
  const begun = performance.now();
  const over = AbortSignal.timeout(patienceMs);
  const stream = ask(port, '/api/events', { headers: { cookie, accept: 'text/event-stream' }, signal: over });
  let [heard, openedMs] = ['', 0];
  const arrived = Promise.withResolvers<string | null>();
  let wanted = '';
  stream.once('error', () => arrived.resolve(null));
  const opened = new Promise<void>((resolve) => {
    stream.once('response', (answer) => {
      answer.on('error', () => arrived.resolve(null)).on('end', () => arrived.resolve(null));
      answer.on('data', (bytes) => {
        if (heard === '') openedMs = performance.now() - begun;
        heard += bytes;
        resolve();
        if (wanted !== '' && heard.includes(wanted)) arrived.resolve(heard);
      });
    });
    void arrived.promise.then(() => resolve());
  });
  stream.end();
  await opened;
  if (openedMs === 0) return ['the event stream said nothing at its beginning'];
  const client = createClient({ baseUrl: `http://localhost:${ports[1]}`, token });
  const media = new Blob([noisePng(64, 64)]);
  const { media_upload } = await client.upload({ media, filename: 'small.png', waitMs: 0 });
  const sentAt = performance.now();
  wanted = media_upload.id;
  if (heard.includes(wanted)) arrived.resolve(heard);
  const told = await arrived.promise;
  stream.destroy();
  if (told === null) return [`no event within ${patienceMs / 1000} s: the stream is kept back`];
  print(
    `  event stream: first bytes after ${Math.round(openedMs)} ms, an event ${Math.round(performance.now() - sentAt)} ms after its upload`,
  );
  return [];
}

/** The server sees who asks, whatever they say of themselves: it writes down from where a token was made. */
async function seeAddress({ cookie }: Pair, port: number, print: Print): Promise<string[]> {
  const pretended = '203.0.113.9';
  const made = await send(port, '/api/access-tokens', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': pretended, forwarded: `for=${pretended}` },
    body: JSON.stringify({ name: `by ${port}` }),
  });
  const listed = await send(port, '/api/users/me/security-events', { headers: { cookie } });
  if (listed.status !== 200) return [`token ${made.status} ${made.text.slice(0, 200)}, events ${listed.status}`];
  const { security_events: events } = answerOf(endpoints.listSecurityEvents.data).parse(JSON.parse(listed.text)).data;
  const ip = events[0]?.ip ?? null;
  print(`  address: asked from ${ourAddress}, saying it is ${pretended}; the server saw ${ip}`);
  return ip === ourAddress ? [] : [`the server saw ${ip} instead of ${ourAddress}`];
}

/** A body that is too large is refused, with its length declared and without. */
async function refuseTooMuch({ token }: Pair, port: number, print: Print): Promise<string[]> {
  const broken: string[] = [];
  for (const declared of [true, false]) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { status, sentBytes } = await sendTooMuch(port, '/api/v1/upload', {
      // A picture, as far as its beginning goes.
      head: Buffer.concat([formHead, noisePng(64, 64)]),
      bytes: tooLargeBytes,
      declared,
      headers,
    });
    const how = declared ? 'declared' : 'in chunks';
    const told = status ?? 'closed without an answer';
    print(`  body of ${Math.round(tooLargeBytes / MB)} MB, ${how}: ${told} after ${Math.round(sentBytes / MB)} MB`);
    if (status !== 413) broken.push(`a body that is too large, ${how}, was answered ${status}`);
  }
  return broken;
}

/** One of the two is stopped, as an upgrade does it: nobody notices. */
async function leaveOne({ servers: [leaving] }: Pair, port: number, print: Print): Promise<string[]> {
  const gone = leaving.end('SIGTERM');
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  const statuses: number[] = [];
  // And a second more, in which the proxy asks somebody who is not there.
  for (let after = 0; after < 20; after += isGone ? 1 : 0) {
    statuses.push(
      await send(port, '/api/openapi.json').then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await sleep(50);
  }
  const failed = statuses.filter((status) => status !== 200).length;
  print(`  one of two servers left: ${failed} of ${statuses.length} requests failed`);
  return failed === 0 ? [] : [`${failed} requests failed while one server left`];
}

const checks = [uploadLarge, hearEvents, seeAddress, refuseTooMuch, leaveOne];

async function proveOne(name: ProxyName, pair: Pair, print: Print): Promise<string[] | { notRun: string }> {
  const [tls = 0, plain = 0] = await freePorts(2);
  const ports: Ports = { tls, plain, servers: pair.ports };
  const proxy = await startProxy(name, ports);
  if ('notRun' in proxy) return proxy;
  print(`${proxy.version}:`);
  const broken: string[] = [];
  try {
    for (const check of checks) broken.push(...(await check(pair, tls, print)));
  } finally {
    await proxy.close();
  }
  return broken.map((line) => `${name}: ${line}`);
}

/** Debian's proxies, with the settings of the repository, before two running servers. */
export const proxies: Part = {
  name: 'proxies',
  async prove(print) {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-proxies-'));
    chmodSync(dataDir, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'database'), mayCreateDatabases: true });
    const [first = 0, second = 0] = await freePorts(2);
    const start = (port: number): Promise<Server> =>
      startServer({
        command: 'node',
        dataDir,
        env: {
          DATABASE_URL: postgres.url,
          PORT: String(port),
          PUBLIC_URL: `http://localhost:${first}`,
          TRUST_PROXY: '127.0.0.1',
          DRAIN_SECONDS: '8',
          SECRET_KEY: 'a key of this proof alone, of 32 characters',
        },
      });
    const running: Server[] = [];
    try {
      const servers: [Server, Server] = [await start(first), await start(second)];
      running.push(...servers);
      const email = 'owner@example.com';
      const person = await registerPerson(servers[1], email);
      servers[1].grant(email, 1_000);
      const pair: Pair = { ports: [first, second], servers, token: await person.createToken(), cookie: person.cookie() };
      const broken: string[] = [];
      const missing: string[] = [];
      for (const name of proxyNames) {
        const outcome = await proveOne(name, pair, print);
        if ('notRun' in outcome) {
          missing.push(`${name}: ${outcome.notRun}`);
          print(`not run: ${missing.at(-1)}`);
          continue;
        }
        broken.push(...outcome);
        // The one that left comes back for the next proxy.
        if (name !== proxyNames.at(-1)) {
          pair.servers[0] = await start(first);
          running[0] = pair.servers[0];
        }
      }
      if (missing.length === proxyNames.length) return { notRun: missing.join('; ') };
      return outcomeOf(broken, print);
    } finally {
      for (const server of running) await server.end('SIGTERM');
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
