/** Requests a second of reading items, lists and of uploading, against bare Fastify routes with the same bodies. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { file, multipart, picture } from '../../packages/server/test/helpers/uploads.ts';
import { record } from '../record.mjs';

const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = 3;
const PAGES = 3;
const agents = [];

function ask(url, { method = 'GET', headers = {}, payload, agent }) {
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

async function cpuMs(child) {
  const told = once(child, 'message');
  child.send('cpu');
  const [{ cpu }] = await told;
  return (cpu.user + cpu.system) / 1000;
}

/** Requests to some addresses by turn, so many at once, and the processor time of the process that answers. */
async function measure({ child, urls, options, wanted, atOnce }) {
  const before = await cpuMs(child);
  const started = performance.now();
  const end = started + SECONDS * 1000;
  const took = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const sent = performance.now();
        const url = urls[took.length % urls.length];
        const { status, text } = await ask(url, options);
        if (status !== wanted) throw new Error(`${url}: ${status} ${text}`);
        took.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const cpu = ((await cpuMs(child)) - before) / took.length;
  took.sort((a, b) => a - b);
  return { rate: took.length / seconds, cpu, p99: took[Math.floor(took.length * 0.99)] };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const start = (name) => fork(new URL(name, import.meta.url), { env: { ...process.env, MALLOC_ARENA_MAX: '1' } });
const agentFor = (maxSockets) => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  agents.push(agent);
  return agent;
};
const server = start('./server.mjs');
const bare = start('./bare.mjs');
try {
  const [{ origin, token, ids }] = await once(server, 'message');
  const headers = { authorization: `Bearer ${token}` };
  const form = await multipart({ media: file(picture('formats/pears.png')) });
  const [few, many] = [agentFor(16), agentFor(200)];
  const read = { headers, agent: few };
  const list = { headers, agent: many };
  const upload = { method: 'POST', headers: { ...headers, ...form.headers }, payload: form.payload, agent: few };
  const items = ids.map((id) => `${origin}/api/v1/media/${id}`);
  const lists = Array.from({ length: PAGES }, (_, page) => `${origin}/api/v1/media?limit=20&page=${page + 1}`);
  const uploads = [`${origin}/api/v1/upload?wait=0`];
  const answerOf = async (url, options) => JSON.parse((await ask(url, options)).text);
  const answers = {
    item: await answerOf(items[0], read),
    list: await answerOf(lists[0], list),
    uploaded: await answerOf(uploads[0], upload),
  };
  bare.send(answers);
  const [{ origin: plain }] = await once(bare, 'message');
  const own = (name, urls, options, atOnce, wanted = 200) => [
    { name: `${name}, bare`, child: bare, urls: [`${plain}/${name}`], options, wanted: 200, atOnce },
    { name, child: server, urls, options, wanted, atOnce },
  ];
  // Uploads last, so that the pages of the list stay the same.
  const sides = [...own('item', items, read, 16), ...own('list', lists, list, 200), ...own('upload', uploads, upload, 16, 202)];
  const rounds = new Map(sides.map(({ name }) => [name, []]));
  // The first round warms up and does not count.
  for (const pair of ['item', 'list', 'upload'])
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const side of sides.filter(({ name }) => name.startsWith(pair))) {
        const measured = await measure(side);
        if (round > 0) rounds.get(side.name).push(measured);
      }
  const of = (name, what) => median(rounds.get(name).map((one) => one[what]));
  const load = loadavg()[0].toFixed(1);
  console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${load}, ${form.payload.length} bytes a form`);
  console.table(
    Object.fromEntries(
      sides.map(({ name, atOnce }) => [
        name,
        {
          'at once': atOnce,
          'a second': Math.round(of(name, 'rate')),
          'p99 ms': Number(of(name, 'p99').toFixed(1)),
          'CPU-ms of the process': Number(of(name, 'cpu').toFixed(3)),
        },
      ]),
    ),
  );
  for (const name of ['item', 'list', 'upload']) {
    const [rate, cpu] = [of(`${name}, bare`, 'rate') / of(name, 'rate'), of(name, 'cpu') / of(`${name}, bare`, 'cpu')];
    console.log(`${name}: bare is ${rate.toFixed(1)} × as fast, and takes a ${cpu.toFixed(1)}th of the processor time`);
  }
  const asked = {
    item: '`GET /api/v1/media/{id}`',
    list: '`GET /api/v1/media?limit=20`',
    upload: '`POST /api/v1/upload?wait=0`',
  };
  record(
    'api',
    Object.entries(asked).map(([id, what]) => ({
      id,
      what: `${what}, ${sides.find(({ name }) => name === id).atOnce} at once`,
      value: of(id, 'rate'),
      unit: 'a second',
      floor: { what: 'bare Fastify route', value: of(`${id}, bare`, 'rate') },
    })),
  );
} finally {
  for (const agent of agents) agent.destroy();
  for (const one of [server, bare]) if (one.connected) one.send('stop');
}
