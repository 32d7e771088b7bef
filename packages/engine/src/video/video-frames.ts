import { DISPLAY_SIDE, type Pixels } from '../decode/pixels.ts';
import { MediaError } from '../media-error.ts';
import { runVideoTool } from './run-video-tool.ts';
import type { VideoProbe, VideoTools } from './video-types.ts';

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

/**
 * Decodes a video and hands out one picture a second: the one that players show when second 0, 1, 2 … begins. Pictures are sized
 * as those of an upload are, and turned upright. They come through a pipe; one is held at a time, whatever the length.
 * Every picture is decoded, none is skipped: docs/decisions/033.
 * @returns how many pictures came
 * @throws MediaError when the video turns out to be damaged or incomplete
 */
export async function readVideoFrames(
  tools: VideoTools,
  path: string,
  probe: VideoProbe,
  { signal, onFrame }: VideoFramesOptions,
): Promise<number> {
  const size = displaySize(probe);
  const frame = Buffer.alloc(size.width * size.height * 3);
  let filled = 0;
  let second = 0;

  async function take(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(frame, filled, at);
      at += copied;
      filled += copied;
      if (filled < frame.length) return;
      filled = 0;
      if (second < probe.seconds) await onFrame({ data: frame, ...size }, second);
      second += 1;
      // One more can come of how containers round times.
      if (second > probe.seconds + 1) throw new MediaError('video_undecodable');
    }
  }

  const cpuSeconds = LEAST_CPU_SECONDS + SECONDS_PER_PIXEL * pixelsInAll(probe);
  await runVideoTool(tools, {
    job: { kind: probe.kind, path, filters: filters(probe) },
    cpuSeconds,
    wallMs: WALL_MS_PER_CPU_SECOND * cpuSeconds + WALL_MS_PER_SECOND * probe.seconds,
    signal,
    onOutput: take,
  });
  return Math.min(second, probe.seconds);
}

/** Seconds count from the first picture. Sizing and turning come after the choice, so that they cost one picture a second. */
function filters(probe: VideoProbe): string {
  const { width, height } = displaySize(probe);
  const [across, down] = isLying(probe) ? [height, width] : [width, height];
  return [
    'setpts=PTS-STARTPTS',
    'fps=fps=1:round=up:start_time=0:eof_action=round',
    `scale=${across}:${down}`,
    'format=rgb24',
    ...turns[probe.rotation],
  ].join(',');
}

const isLying = ({ rotation }: VideoProbe) => rotation === 90 || rotation === 270;

/** Fits the size to which pictures are decoded; smaller videos keep theirs. */
function displaySize({ width, height }: VideoProbe): { width: number; height: number } {
  const scale = Math.min(1, DISPLAY_SIDE / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

const pixelsInAll = ({ width, height, seconds, frameRate }: VideoProbe) => width * height * seconds * (frameRate ?? 1);
