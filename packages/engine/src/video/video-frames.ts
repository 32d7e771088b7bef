import { DISPLAY_SIDE, type Pixels } from '../decode/pixels.ts';
import { MediaError } from '../media-error.ts';
import { runVideoTool } from './run-video-tool.ts';
import type { SkippedPictures, VideoProbe, VideoTools } from './video-types.ts';

export type VideoFramesOptions = {
  signal?: AbortSignal | undefined;
  /** Gets the picture of each second in order; its memory is used again for the next one. */
  onFrame: (pixels: Pixels, second: number) => Promise<void>;
};

/**
 * Processor time for decoding a pixel: 20 times what 1080p H.264 takes (1.7 ns), because HEVC and AV1 with ten bits cost a few times
 * as much and machines differ.
 */
const SECONDS_PER_PIXEL = 34e-9;
/** For starting, and for pictures that cost little. */
const LEAST_CPU_SECONDS = 30;
/** A machine that does other things takes longer on the clock, and the analysis of each second is waited for. */
const WALL_MS_PER_CPU_SECOND = 4_000;
const WALL_MS_PER_SECOND = 1_000;

/** Turns the stored pictures upright. */
const turns: Record<VideoProbe['rotation'], string[]> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

/** Where leaving pictures out saves much, and the times of what is left are those that the file says. AVI says none. */
const skippingCodecs: readonly string[] = ['h264', 'hevc', 'vp8', 'mpeg4'];
const skippingKinds: readonly string[] = ['mp4', 'mov', 'webm'];
/** Seven seconds of 720p at 30 a second: what has fewer pixels is decoded whole in the time that two more starts take. */
const SKIP_FROM_PIXELS = 200_000_000;

/** From the cheapest to the surest; each goes on at the second where the one before it found no picture. */
function waysToDecode(probe: VideoProbe): (SkippedPictures | null)[] {
  const known = skippingKinds.includes(probe.kind) && skippingCodecs.includes(probe.codec);
  return known && pixelsInAll(probe) >= SKIP_FROM_PIXELS ? ['nokey', 'noref', null] : [null];
}

/** A second without a decoded picture. */
class MissingSecond extends Error {}

/**
 * Decodes a video and hands out one picture a second. Pictures are sized as those of an upload are, and turned upright. They come
 * through a pipe; one is held at a time, whatever the length.
 * Key pictures alone are decoded while each second has one, then those that others refer to, else every picture:
 * docs/decisions/096. Decoding every one gives the picture that players show when a second begins, the others the first within it.
 * @returns how many pictures came
 * @throws MediaError when the video turns out to be damaged or incomplete
 */
export async function readVideoFrames(
  tools: VideoTools,
  path: string,
  probe: VideoProbe,
  { signal, onFrame }: VideoFramesOptions,
): Promise<number> {
  let given = 0;
  const outside: { error?: unknown } = {};
  async function give(pixels: Pixels, second: number): Promise<void> {
    if (second < given) return;
    try {
      await onFrame(pixels, second);
    } catch (error) {
      outside.error = error;
      throw error;
    }
    given = second + 1;
  }
  for (const skip of waysToDecode(probe)) {
    try {
      const came = await decode(tools, { path, probe, skip }, { signal, onFrame: give });
      if (skip === null || came === probe.seconds) return came;
    } catch (error) {
      if (skip === null || error === outside.error || !mayLackPictures(error)) throw error;
    }
  }
  return given;
}

/** What is left may fail where the whole does not, as when it builds on what was left out. The whole then says what is wrong. */
const mayLackPictures = (error: unknown) =>
  error instanceof MissingSecond || (error instanceof MediaError && error.reason !== 'video_too_costly');

type Decoding = { path: string; probe: VideoProbe; skip: SkippedPictures | null };

/** @throws MissingSecond when pictures are left out and a second has none of those that remain */
async function decode(
  tools: VideoTools,
  { path, probe, skip }: Decoding,
  { signal, onFrame }: VideoFramesOptions,
): Promise<number> {
  const size = displaySize(probe);
  const bytes = size.width * size.height * 3;
  const frame = Buffer.alloc(bytes + (skip ? size.width * 3 : 0));
  const data = frame.subarray(0, bytes);
  let filled = 0;
  let second = 0;

  async function take(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(frame, filled, at);
      at += copied;
      filled += copied;
      if (filled < frame.length) return;
      filled = 0;
      if (second < probe.seconds) {
        // Repeated pictures carry the mark of the second before.
        if (skip && (frame[bytes] ?? 0) > 127 !== (second % 2 === 1)) throw new MissingSecond();
        await onFrame({ data, ...size }, second);
      }
      second += 1;
      // One more can come of how containers round times.
      if (!skip && second > probe.seconds + 1) throw new MediaError('video_undecodable');
    }
  }

  const cpuSeconds = LEAST_CPU_SECONDS + SECONDS_PER_PIXEL * pixelsInAll(probe);
  await runVideoTool(tools, {
    job: { kind: probe.kind, path, ...(skip ? { skip, filters: markedSeconds(probe) } : { filters: shownSeconds(probe) }) },
    cpuSeconds,
    wallMs: WALL_MS_PER_CPU_SECOND * cpuSeconds + WALL_MS_PER_SECOND * probe.seconds,
    signal,
    onOutput: take,
  });
  return Math.min(second, probe.seconds);
}

/** The picture that is shown when each second begins. Seconds count from the first picture. */
const shownSeconds = (probe: VideoProbe): string =>
  ['setpts=PTS-STARTPTS', 'fps=fps=1:round=up:start_time=0:eof_action=round', ...upright(probe)].join(',');

/** Half of a thousandth: how containers round times. */
const ROUNDING = 0.0005;

/**
 * The first picture of each second, with a row below it that is black and in every other picture begins white. A second without a
 * picture repeats the one before, mark included, so it shows.
 */
function markedSeconds(probe: VideoProbe): string {
  const { width, height } = displaySize(probe);
  const second = (time: string) => `floor(${time}+${ROUNDING})`;
  return [
    'setpts=PTS-STARTPTS',
    `select=isnan(prev_selected_t)+gt(${second('t')}\\,${second('prev_selected_t')})`,
    `setpts=${second('T')}/TB`,
    ...upright(probe),
    `pad=${width}:${height + 1}`,
    `drawbox=x=0:y=${height}:w=1:h=1:color=white:t=fill:enable=mod(n\\,2)`,
    // Without something after it the last picture would be lost.
    'tpad=stop_mode=clone:stop_duration=3',
    'fps=fps=1:round=near:start_time=0',
  ].join(',');
}

/** Sizing and turning come after the choice, so that they cost one picture a second. */
function upright(probe: VideoProbe): string[] {
  const { width, height } = displaySize(probe);
  const [across, down] = isLying(probe) ? [height, width] : [width, height];
  return [`scale=${across}:${down}`, 'format=rgb24', ...turns[probe.rotation]];
}

const isLying = ({ rotation }: VideoProbe) => rotation === 90 || rotation === 270;

/** Fits the size to which pictures are decoded; smaller videos keep theirs. */
function displaySize({ width, height }: VideoProbe): { width: number; height: number } {
  const scale = Math.min(1, DISPLAY_SIDE / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

const pixelsInAll = ({ width, height, seconds, frameRate }: VideoProbe) => width * height * seconds * (frameRate ?? 1);
