/**
 * Fetches the real library that stands in for ffmpeg (63 MB, from npm's registry), with no ffmpeg to be seen, and reads every video
 * fixture and hostile files with it: the same verdicts as with ffmpeg, where the machine has one to compare with.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertClassifier, createEngine, MediaError, probeVideo, type VideoTools } from '../packages/engine/src/index.ts';
import { mutatedVideo, playlists } from '../packages/engine/test/mutate-video.ts';
import { createFindVideoTools } from '../packages/server/src/tools/find-video-tools.ts';
import { installedFfmpeg } from '../scripts/lib/ffmpeg.mjs';

const fixtures = join(import.meta.dirname, '../packages/engine/fixtures/videos');
const video = (name: string) => join(fixtures, name);
const films = [
  ...['h264.mp4', 'fragments.mp4', 'h264.mov', 'h264.avi', 'hevc.mp4', 'vp8.webm', 'vp9.webm'],
  ...['av1.mp4', 'av1.webm', 'mpeg4.avi', 'mpeg4.mp4', 'recorded.webm'],
];
const others = ['harmless.mp4', 'turned-90.mp4', 'turned-270.mp4', 'sizes.webm'];
const refused: Record<string, string> = {
  'sound-only.mp4': 'no_video',
  'two-tracks.mp4': 'video_tracks',
  'mjpeg.mov': 'video_codec',
  'huge.mp4': 'video_too_many_pixels',
};
const HOSTILE = 340;

const folder = mkdtempSync(join(tmpdir(), 'clearframe-videotool-'));
const faults: string[] = [];
const engine = await createEngine({ classifier: await convertClassifier() });

async function examine(tools: VideoTools, path: string) {
  const probe = await probeVideo(tools, path);
  const { analysis } = await engine.examineVideo(path, probe, tools);
  return { probe, scores: analysis.scores, flagged: analysis.video?.flagged_seconds ?? [] };
}

/** The reason of a refusal; null for a file that was analysed. */
async function refusal(tools: VideoTools, path: string): Promise<string | null> {
  try {
    await examine(tools, path);
    return null;
  } catch (error) {
    if (error instanceof MediaError) return error.reason;
    throw error;
  }
}

/** The longest way that a score went. */
function apart(one: object, other: object): number {
  const values = new Map<string, unknown>(Object.entries(other));
  return Math.max(0, ...Object.entries(one).map(([name, value]) => Math.abs(Number(value) - Number(values.get(name)))));
}

async function compare(library: VideoTools, ffmpeg: VideoTools | null): Promise<void> {
  let most = 0;
  for (const name of [...films, ...others]) {
    const found = await examine(library, video(name));
    if (films.includes(name) && found.flagged.join() !== '3,4') faults.push(`${name} has flagged seconds ${found.flagged}`);
    if (!ffmpeg) continue;
    const theirs = await examine(ffmpeg, video(name));
    most = Math.max(most, apart(found.scores, theirs.scores));
    if (JSON.stringify([found.probe, found.flagged]) !== JSON.stringify([theirs.probe, theirs.flagged])) {
      faults.push(`${name}: ${JSON.stringify([found, theirs])}`);
    }
  }
  const said = ffmpeg
    ? `; length, size, turn and flagged seconds as ffmpeg ${ffmpeg.version}, scores ${most.toFixed(4)} apart at most`
    : '';
  console.log(`  ${films.length} kinds of videos with the flagged seconds 3 and 4, ${others.length} others${said}`);
}

async function refuse(library: VideoTools): Promise<void> {
  for (const [name, reason] of Object.entries(refused)) {
    const said = await refusal(library, video(name));
    if (said !== reason) faults.push(`${name}: ${said}, not ${reason}`);
  }
  let count = Object.keys(refused).length;
  const path = join(folder, 'hostile');
  const mustNotPass = async (what: string, bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    count += 1;
    if ((await refusal(library, path)) === null) faults.push(`${what} was analysed`);
  };
  for (const name of films) {
    const bytes = readFileSync(video(name));
    for (const share of [0.1, 0.35, 0.6, 0.85]) {
      await mustNotPass(`${name} cut off at ${share}`, bytes.subarray(0, Math.floor(bytes.length * share)));
    }
    for (const list of playlists)
      await mustNotPass(`a playlist in ${name}`, Buffer.concat([bytes.subarray(0, 64), Buffer.from(list)]));
  }
  console.log(`  ${count} files that are no whole video: refused`);
  let analysed = 0;
  for (let n = 0; n < HOSTILE; n += 1) {
    const { name, bytes, expected } = mutatedVideo(53, n);
    writeFileSync(path, bytes);
    if ((await refusal(library, path)) !== null) continue;
    analysed += 1;
    if (expected !== 'any') faults.push(`${name} was analysed`);
  }
  console.log(`  ${HOSTILE} mutated videos: ${HOSTILE - analysed} refused, ${analysed} analysed`);
}

try {
  const log = { info: (facts: object, text?: string) => console.log(`  ${text}`, JSON.stringify(facts)), warn: () => undefined };
  const config = { ffmpegPath: null, searchPath: '', fetchVideoTools: true, dataDir: folder };
  const begun = performance.now();
  const library = await createFindVideoTools({ config, log })();
  if (!('library' in library)) throw new Error('An ffmpeg was found, though none was to be seen');
  console.log(`  ${statSync(library.library).size} bytes on disk after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const path = installedFfmpeg();
  const version = path && /version (\S+)/.exec(execFileSync(path, ['-version'], { encoding: 'utf8' }))?.[1];
  await compare(library, path && version ? { ffmpeg: path, version } : null);
  await refuse(library);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.log(`  ✗ ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
