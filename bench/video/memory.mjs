/** One analysis in a process of its own, which tells how large it and its ffmpeg grew. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { convertClassifier, createEngine, probeVideo } from '../../packages/engine/src/index.ts';

const [path, ffmpeg, version] = process.argv.slice(2);
const tools = { ffmpeg, version };

/** Highest resident memory of a process so far, in MB; 0 when it has ended. */
function peakOf(pid) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

const children = () =>
  readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );

const engine = await createEngine({ classifier: await convertClassifier() });
let ffmpegMb = 0;
const { seconds } = await engine.examineVideo(path, await probeVideo(tools, path), tools, {
  onSecond: (done) => {
    if (done % 10 === 0) ffmpegMb = Math.max(ffmpegMb, ...children().map(peakOf));
  },
});
process.send({ seconds: seconds.length, analysisMb: peakOf('self'), ffmpegMb }, () => process.exit(0));
