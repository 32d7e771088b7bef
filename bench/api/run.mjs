/** Requests a second of reading an item and of uploading, against bare Fastify routes with the same bodies. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { file, multipart, picture } from '../../packages/server/test/helpers/uploads.ts';

const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = 3;
const AT_ONCE = 16;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(url, { method = 'GET', headers = {}, payload }) {
  return new Promise((resolve, reject) => {
    const length = payload ? { 'content-length': payload.length } : {};
    const call = request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }));
    });
    call.on('error', reject);
    call.end(payload);
  });
}

/** @returns requests a second, so many at once */
async function rate(url, options, wanted) {
  const end = performance.now() + SECONDS * 1000;
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        const { status, text } = await ask(url, options);
        if (status !== wanted) throw new Error(`${url}: ${status} ${text}`);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const child = (name) => fork(new URL(name, import.meta.url), { env: { ...process.env, MALLOC_ARENA_MAX: '1' } });
const server = child('./server.mjs');
const bare = child('./bare.mjs');
try {
  const [{ origin, token, id }] = await once(server, 'message');
  const headers = { authorization: `Bearer ${token}` };
  const form = await multipart({ media: file(picture('formats/pears.png')) });
  const read = { headers };
  const upload = { method: 'POST', headers: { ...headers, ...form.headers }, payload: form.payload };
  const item = `${origin}/api/v1/media/${id}`;
  const uploads = `${origin}/api/v1/upload?wait=0`;
  bare.send({ item: JSON.parse((await ask(item, read)).text), uploaded: JSON.parse((await ask(uploads, upload)).text) });
  const [{ origin: plain }] = await once(bare, 'message');
  const rates = { 'GET, bare': [], 'GET /api/v1/media/{id}': [], 'upload, bare': [], 'POST /api/v1/upload': [] };
  const [bareRead, ownRead, bareUpload, ownUpload] = Object.values(rates);
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = [
      await rate(`${plain}/item`, read, 200),
      await rate(item, read, 200),
      await rate(`${plain}/upload`, upload, 200),
      await rate(uploads, upload, 202),
    ];
    if (round > 0) for (const [place, list] of [bareRead, ownRead, bareUpload, ownUpload].entries()) list.push(one[place]);
  }
  const load = loadavg()[0].toFixed(1);
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load}, ${AT_ONCE} at once, ${form.payload.length} bytes a form`,
  );
  console.table(
    Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, { 'a second': Math.round(median(list)) }])),
  );
  console.log(`reading: bare is ${(median(bareRead) / median(ownRead)).toFixed(1)} × as fast`);
  console.log(`uploading: bare is ${(median(bareUpload) / median(ownUpload)).toFixed(1)} × as fast`);
} finally {
  agent.destroy();
  for (const one of [server, bare]) if (one.connected) one.send('stop');
}
