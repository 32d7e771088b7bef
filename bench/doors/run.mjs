/** The doors beside what they replace: a bare client of a model server, and a detector for Misskey. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClassifier } from '../../packages/engine/src/classifier/classifier.ts';
import { convertClassifier } from '../../packages/engine/src/classifier/convert-classifier.ts';
import { alignedResize } from '../../packages/engine/src/decode/aligned-resize.ts';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { createAnalysersWith, systemClock } from '../../packages/engine/src/light.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { createGuardedSend } from '../../packages/server/src/security/guarded-send.ts';
import { mixOf } from '../cost/pictures.mjs';
import { cpuSeconds } from '../cost/processes.mjs';
import { record } from '../record.mjs';
import { openAccount, startServer } from '../upload/server.mjs';
import { openInception } from './open-inception.mjs';

const rounds = Number(process.argv[2] ?? 9);
const most = Number(process.argv[3] ?? 55);
const atOnce = 32;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const start = async (name) => {
  const child = fork(join(import.meta.dirname, name), { env: { ...process.env, MALLOC_ARENA_MAX: '1' } });
  const [{ origin }] = await once(child, 'message');
  return { origin, pid: child.pid, stop: () => child.send('stop') };
};
const folder = mkdtempSync(join(tmpdir(), 'clearframe-doors-'));
// As people attach them: Misskey sends pictures of at most 1 MB.
const pictures = (await mixOf(['phone', 'flagged'])).filter(({ bytes }) => bytes.length < 1_000_000).slice(0, most);

/** 32 requests at once, by our analyser and by a bare client that has the same pixels and reads the answer. */
async function measureOip() {
  const server = await start('model-server.mjs');
  const mapping = join(folder, 'mapping.json');
  const input = {
    name: 'x',
    layout: 'NHWC',
    size: [224, 224],
    fit: 'stretch',
    channels: 'rgb',
    scale: 1,
    mean: [0, 0, 0],
    std: [1, 1, 1],
  };
  const labels = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'].map((label) => ({ label, category: null }));
  labels[3].category = 'sexual_explicit';
  writeFileSync(mapping, JSON.stringify({ version: '1', input, output: { name: 'y', activation: 'none' }, labels }));
  const { hostname, port } = new URL(server.origin);
  const guarded = createGuardedSend([`${hostname}:${port}`]);
  const settings = { url: server.origin, model: 'bench', mapping };
  const parts = { send: guarded.send, clock: systemClock };
  const [analyser] = createAnalysersWith(() => undefined, [{ name: 'oip', settings }], parts);
  const pixels = alignedResize((await decodePicture(pictures[0].bytes)).frames[0], 224);
  const shown = {
    resized: async () => ({ data: pixels, width: 224, height: 224 }),
    jpeg: async () => pictures[0].bytes,
    text: '',
  };
  const described = { name: 'x', datatype: 'UINT8', shape: [1, 224, 224, 3], parameters: { binary_data_size: pixels.length } };
  const head = Buffer.from(
    JSON.stringify({ id: 'bench', inputs: [described], outputs: [{ name: 'y', parameters: { binary_data: true } }] }),
  );
  const headers = { 'content-type': 'application/octet-stream', 'inference-header-content-length': String(head.length) };
  const body = Buffer.concat([head, pixels]);
  const sides = {
    bare: async () => {
      const answer = await fetch(`${server.origin}/v2/models/bench/infer`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The model server answered ${answer.status}`);
      await answer.arrayBuffer();
    },
    ours: async () => {
      const { scores } = await analyser.analyse(shown, AbortSignal.timeout(60_000));
      if (typeof scores.sexual_explicit !== 'number') throw new Error('The analyser gave no score');
    },
  };
  const took = { bare: [], ours: [] };
  // The first round warms up and does not count. Sides take turns, so that a busy moment spoils both.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, ask] of Object.entries(sides)) {
      const begun = performance.now();
      await Promise.all(Array.from({ length: atOnce }, ask));
      if (round > 0) took[name].push(performance.now() - begun);
    }
  server.stop();
  return { bare: median(took.bare), ours: median(took.ours) };
}

const cpuMs = (from) => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
};

/** Pictures a CPU-second of the two networks alone, each on its own prepared input, one thread each. */
async function measureClassifiers() {
  const classifier = await createClassifier(await convertClassifier());
  const inception = await openInception();
  const given = await Promise.all(
    pictures.slice(0, 16).map(async ({ kind, bytes }) => ({
      kind,
      own: alignedResize((await decodePicture(bytes)).frames[0], 224),
      theirs: await inception.prepare(bytes),
    })),
  );
  const spent = { own: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, classify] of [
      ['own', classifier.classify],
      ['theirs', inception.classify],
    ]) {
      const begun = process.cpuUsage();
      for (const one of given) await classify(one[name]);
      if (round > 0) spent[name].push(cpuMs(begun) / given.length);
    }
  for (const { theirs } of given) {
    const sum = (await inception.classify(theirs)).reduce((all, one) => all + one, 0);
    if (Math.abs(sum - 1) > 1e-3) throw new Error('InceptionV3 gave no probabilities');
  }
  return { own: 1_000 / median(spent.own), theirs: 1_000 / median(spent.theirs) };
}

/** Pictures a CPU-second of everything that answers: our server with its database, and the detector. */
async function measureDoors() {
  const count = pictures.length;
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const server = await startServer({ DATABASE_URL: database.url, WORKERS: '2', LOG_LEVEL: 'warn' });
  const sidecar = await start('sidecar.mjs');
  try {
    const token = await openAccount(server, count * (rounds + 2));
    const sides = {
      own: { url: `${server.origin}/api/misskey/v1/detect-images`, pids: [server.pid, database.pid] },
      theirs: { url: `${sidecar.origin}/v1/detect-images`, pids: [sidecar.pid] },
    };
    const ask = async (url, { bytes }) => {
      const form = new FormData();
      form.append('images', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
      const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
      const { result } = await answer.json();
      if (!result?.results[0]?.success) throw new Error(`${url}: ${answer.status} ${JSON.stringify(result)}`);
    };
    const spent = { own: [], theirs: [] };
    for (let round = 0; round <= Math.min(rounds, 4); round += 1)
      for (const [name, { url, pids }] of Object.entries(sides)) {
        const sum = () => Object.values(cpuSeconds(pids)).reduce((all, one) => all + one, 0);
        const begun = sum();
        let next = 0;
        const work = async () => {
          while (next < count) await ask(url, pictures[next++]);
        };
        await Promise.all(Array.from({ length: 4 }, work));
        if (round > 0) spent[name].push((sum() - begun) / count);
      }
    return { own: 1 / median(spent.own), theirs: 1 / median(spent.theirs) };
  } finally {
    sidecar.stop();
    await server.stop();
    await database.stop();
  }
}

const told = (name, { own, theirs }, wanted) => {
  const rates = `${own.toFixed(1)} pictures a CPU-second, theirs ${theirs.toFixed(1)}`;
  console.log(`${name}: ${rates}: ${(own / theirs).toFixed(2)} × (wanted: at least ${wanted})`);
};
const load = () => loadavg()[0].toFixed(1);

try {
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load()}, ${pictures.length} pictures, ${rounds} rounds`,
  );
  const classifiers = await measureClassifiers();
  told('classifier against classifier', classifiers, 5);
  const oip = await measureOip();
  const times = `${oip.ours.toFixed(0)} ms, bare client ${oip.bare.toFixed(0)} ms`;
  console.log(`oip: ${atOnce} at once in ${times}: ${(oip.ours / oip.bare).toFixed(2)} × (wanted: at most 1.2)`);
  const doors = await measureDoors();
  told('door against detector', doors, 1.5);
  console.log(`load afterwards ${load()}`);
  record('doors', [
    {
      id: 'oip',
      what: `${atOnce} requests at once to a model server`,
      value: oip.ours,
      unit: 'ms',
      floor: { what: 'bare client', value: oip.bare },
    },
    {
      id: 'classifier',
      what: 'CPU of a picture, our classifier',
      value: 1_000 / classifiers.own,
      unit: 'CPU-ms',
      floor: { what: 'InceptionV3 on ONNX Runtime', value: 1_000 / classifiers.theirs },
    },
    {
      id: 'misskey',
      what: 'CPU of a picture, the whole door for Misskey',
      value: 1_000 / doors.own,
      unit: 'CPU-ms',
      floor: { what: 'a detector with InceptionV3', value: 1_000 / doors.theirs },
    },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The guarded connections of the analyser stay open for a while.
process.exit();
