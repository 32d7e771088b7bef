/** What the way of an upload costs beside the engine's own time, over HTTP on an idle server. See README.md. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { convertClassifier, createEngine } from '../../packages/engine/src/index.ts';
import { record } from '../record.mjs';
import { openAccount, startServer } from './server.mjs';

const UPLOADS = Number(process.argv[2] ?? 240);
const WARM_UP = 20;

const fixtures = join(import.meta.dirname, '../../packages/engine/fixtures');
const names = ['benign', 'flagged', 'formats'].map(async (folder) =>
  (await readdir(join(fixtures, folder))).map((name) => join(fixtures, folder, name)),
);
const pictures = await Promise.all(
  (await Promise.all(names)).flat().map(async (path) => ({ path, bytes: await readFile(path) })),
);

const sorted = (values) => values.toSorted((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const line = (values) => ({
  median: at(values, 0.5).toFixed(1),
  p95: at(values, 0.95).toFixed(1),
  p99: at(values, 0.99).toFixed(1),
  largest: Math.max(...values).toFixed(1),
});

/** The process that serves HTTP, and its memory as Linux counts it. */
async function memoryOf(pid) {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function upload(origin, token, { bytes }) {
  const form = new FormData();
  form.append('media', new Blob([bytes]), 'picture');
  const started = performance.now();
  const answer = await fetch(`${origin}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { status, data, message } = await answer.json();
  const wholeMs = performance.now() - started;
  if (answer.status !== 200) throw new Error(`${answer.status} ${status} ${message}`);
  return { wholeMs, analysisMs: data.analysis_metadata.processing_time_ms };
}

async function children(pid) {
  try {
    const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const found = [];
    for (const child of tasks.trim().split(/\s+/).filter(Boolean)) {
      const words = (await readFile(`/proc/${child}/cmdline`, 'utf8')).split('\0');
      const entry = words.find((word) => /processes[/\\]\w+\.ts$/.test(word));
      if (entry) found.push({ name: /(\w+)\.ts$/.exec(entry)[1], pid: child });
    }
    return found;
  } catch {
    return [];
  }
}

const server = await startServer();
const engine = await createEngine({ classifier: await convertClassifier() });
try {
  const token = await openAccount(server, UPLOADS + WARM_UP);
  for (let n = 0; n < WARM_UP; n += 1) {
    await upload(server.origin, token, pictures[n % pictures.length]);
    await engine.examine(pictures[n % pictures.length].bytes);
  }
  const pinger = new Worker(new URL('./ping.mjs', import.meta.url), { workerData: { origin: server.origin } });
  const results = [];
  for (let n = 0; n < UPLOADS; n += 1) {
    const picture = pictures[n % pictures.length];
    // One after the other: the engine's time here and the upload's there, so that neither takes the other's processor.
    const started = performance.now();
    await engine.examine(picture.bytes);
    const examineMs = performance.now() - started;
    results.push({ ...(await upload(server.origin, token, picture)), examineMs });
  }
  const pings = new Promise((resolve) => pinger.once('message', resolve));
  pinger.postMessage('stop');
  const latencies = await pings;
  console.log(`Node ${process.version}, ${UPLOADS} uploads one after the other, ${pictures.length} pictures, milliseconds`);
  console.table({
    'upload to verdict': line(results.map(({ wholeMs }) => wholeMs)),
    'analysis (processing_time_ms)': line(results.map(({ analysisMs }) => analysisMs)),
    'engine with copies, alone': line(results.map(({ examineMs }) => examineMs)),
    'added to the analysis': line(results.map(({ wholeMs, analysisMs }) => wholeMs - analysisMs)),
    'added to the engine with copies': line(results.map(({ wholeMs, examineMs }) => wholeMs - examineMs)),
    [`/healthz meanwhile (${latencies.length})`]: line(latencies),
  });
  const median = (of) => at(results.map(of), 0.5);
  record('upload', [
    { id: 'verdict', what: 'Upload to verdict, median', value: median(({ wholeMs }) => wholeMs), unit: 'ms' },
    {
      id: 'added',
      what: 'The same without the engine, median',
      unit: 'ms',
      value: median(({ wholeMs, examineMs }) => wholeMs - examineMs),
    },
  ]);
  const memory = {};
  for (const { name, pid } of await children(server.pid)) memory[`${name} ${pid}`] = `${(await memoryOf(pid)).toFixed(0)} MB`;
  if (Object.keys(memory).length > 0) console.table(memory);
} finally {
  await engine.close();
  await server.stop();
}
