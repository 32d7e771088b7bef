/** What a video's verdict costs beside ffmpeg's own decoding and the classifier, and whether memory stays flat. See README.md. */
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClassifier } from '../../packages/engine/src/classifier/classifier.ts';
import { convertClassifier, createEngine, probeVideo } from '../../packages/engine/src/index.ts';
import { inputArgs } from '../../packages/engine/src/video/tool-args.ts';
import { record } from '../record.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const minutes = (process.argv[3] ?? '1,5,30').split(',').map(Number);
const SECONDS = 60;

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
const version = /version (\S+)/.exec(execFileSync(ffmpeg, ['-version'], { encoding: 'utf8' }))?.[1] ?? '';
const tools = { ffmpeg, version };
const folder = mkdtempSync(join(tmpdir(), 'bench-video-'));
const quiet = ['-nostdin', '-loglevel', 'error', '-y'];

const pictures = join(import.meta.dirname, '../../packages/engine/fixtures/benign');
/** How long each picture is shown, in seconds; the view moves over it, so that every second is another. */
const SHOWN = 3;

/** A minute of our pictures at 30 a second with the grain of a camera, at the rate of a telephone (10 Mbit/s). */
function makeClip(name, width, height) {
  const path = join(folder, name);
  const names = readdirSync(pictures).slice(0, SECONDS / SHOWN);
  const inputs = names.flatMap((picture) => [
    '-loop',
    '1',
    '-framerate',
    '30',
    '-t',
    String(SHOWN),
    '-i',
    join(pictures, picture),
  ]);
  const wide =
    `scale=${width * 1.5}:${height * 1.5},setsar=1,crop=${width}:${height}:` +
    `x=t*${width / 7}:y=t*${height / 7},noise=alls=8:allf=t`;
  const views = names.map((_, index) => `[${index}]${wide}[v${index}]`);
  const joined = `${names.map((_, index) => `[v${index}]`).join('')}concat=n=${names.length},format=yuv420p[v]`;
  const encode = ['-map', '[v]', '-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '10M', path];
  execFileSync(ffmpeg, [...quiet, ...inputs, '-filter_complex', [...views, joined].join(';'), ...encode]);
  return path;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Processor time of this process and of what it started and ended, in milliseconds; Linux counts it in hundredths of a second. */
function cpuMs() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks * 10, 0);
}

async function timed(work) {
  const [begun, cpuBegun] = [performance.now(), cpuMs()];
  await work();
  return { wall: performance.now() - begun, cpu: cpuMs() - cpuBegun };
}

const model = await convertClassifier();

async function speed() {
  const clip = makeClip('speed.mp4', 1920, 1080);
  const decodeArgs = [...inputArgs('mp4', clip), '-map', '0:V:0', '-an', '-vf', 'fps=1', '-threads', '1', '-f', 'null', '-'];
  const decodeAll = () => execFileSync(ffmpeg, ['-nostdin', '-loglevel', 'error', ...decodeArgs]);
  const classifier = await createClassifier(model);
  const squares = Array.from({ length: SECONDS }, (_, n) =>
    Uint8Array.from({ length: 224 * 224 * 3 }, (__, at) => (at * (n + 1)) % 256),
  );
  const engine = await createEngine({ classifier: model });
  let classified = 0;
  const took = [];
  const walls = [];
  const processors = [];
  for (let round = 0; round < ROUNDS; round++) {
    const load = loadavg()[0];
    const decode = await timed(decodeAll);
    const classify = await timed(async () => {
      for (const square of squares) await classifier.classify(square);
    });
    const verdict = await timed(async () => {
      const { seconds } = await engine.examineVideo(clip, await probeVideo(tools, clip), tools);
      classified = seconds.filter(({ same_as }) => same_as === null).length;
    });
    const row = (what) => {
      const ratio = verdict[what] / (decode[what] + classify[what]);
      const parts = [decode, classify, verdict].map((time) => (time[what] / 1000).toFixed(2));
      console.log(
        `${what}: decode ${parts[0]} s, 60 × classify ${parts[1]} s, verdict ${parts[2]} s, ` +
          `ratio ${ratio.toFixed(2)}, load ${load.toFixed(1)}`,
      );
      return ratio;
    };
    took.push({ verdict: verdict.wall / 1000, floor: (decode.wall + classify.wall) / 1000 });
    walls.push(row('wall'));
    processors.push(row('cpu'));
  }
  record('video', [
    {
      id: 'verdict',
      what: 'The verdict on a minute of 1080p30',
      unit: 's',
      value: median(took.map((one) => one.verdict)),
      floor: { what: 'decoding and 60 classifications', value: median(took.map((one) => one.floor)) },
    },
  ]);
  await classifier.close();
  await engine.close();
  console.log(`${classified} of ${SECONDS} seconds were classified, the others looked the same`);
  console.log(`median ratio: wall ${median(walls).toFixed(2)} (target: at most 1.3), cpu ${median(processors).toFixed(2)}`);
}

async function memory() {
  const clip = makeClip('memory.mp4', 640, 360);
  for (const length of minutes) {
    const path = join(folder, `${length}.mp4`);
    execFileSync(ffmpeg, [...quiet, '-stream_loop', String(length - 1), '-i', clip, '-c', 'copy', path]);
    const child = fork(join(import.meta.dirname, 'memory.mjs'), [path, ffmpeg, version], {
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    });
    const peak = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    });
    console.log(
      `${length} min of 360p: ${peak.seconds} seconds, analysis process ${peak.analysisMb} MB, ffmpeg ${peak.ffmpegMb} MB`,
    );
    rmSync(path);
  }
}

console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, ffmpeg ${version}`);
try {
  await speed();
  await memory();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
