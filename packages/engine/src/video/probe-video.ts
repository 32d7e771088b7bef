import { limits, type MediaKind, type VideoFacts } from '@clearframe/contract';
import { MediaError } from '../media-error.ts';
import { checkVideoFile } from './check-video-file.ts';
import { readMovieLength } from './declared-length.ts';
import { createPacketReader, type Packets } from './read-packets.ts';
import { runVideoTool } from './run-video-tool.ts';
import { videoCodecs } from './tool-args.ts';
import type { VideoProbe, VideoTools } from './video-types.ts';

/** Reading 100 MB takes under a second; the rest is for a busy machine. */
const PROBE_CPU_SECONDS = 20;
const PROBE_WALL_MS = 60_000;
/** A thousandth more than a whole second comes from how containers round times, and is no begun second. */
const ROUNDING_MS = 10;

/**
 * Says what a video is, without analysing it: its file is read to the end, so that its length is that of the pictures in it and
 * not what a header claims. Nothing of it is decoded in this process.
 * @param tools a program from the server's look-up
 * @throws MediaError with a sentence for people when it is no complete video that can be analysed
 */
export async function probeVideo(tools: VideoTools, path: string, options: { signal?: AbortSignal } = {}): Promise<VideoProbe> {
  const kind = await checkVideoFile(path);
  const reader = createPacketReader();
  const log = await runVideoTool(tools, {
    job: { kind, path, filters: null },
    cpuSeconds: PROBE_CPU_SECONDS,
    wallMs: PROBE_WALL_MS,
    signal: options.signal,
    onOutput: reader.add,
  }).catch((error: unknown) => {
    throw withoutPictures(error) ? new MediaError('no_video', { cause: error }) : error;
  });
  // Matroska's reader says so and then ends as if all was well.
  if (log.includes('File ended prematurely')) throw new MediaError('video_ends_early');
  const packets = reader.finish();
  if (!packets || packets.pictures === 0) throw new MediaError('no_video');
  const movie = isMovie(kind) ? await readMovieLength(path) : null;
  return toProbe(kind, packets, { rotation: readRotation(log), declared: longer(movie, declaredSeconds(log)) });
}

/** ffmpeg has nothing to write when a file holds neither pictures nor sound. */
const withoutPictures = (error: unknown) =>
  error instanceof MediaError && error.cause instanceof Error && /does not contain any stream/.test(error.cause.message);

const isMovie = (kind: MediaKind) => kind === 'mp4' || kind === 'mov';

type Claims = Pick<VideoProbe, 'rotation'> & { declared: number | null };

const longer = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

function toProbe(kind: MediaKind, packets: Packets, { rotation, declared }: Claims): VideoProbe {
  const { codec, width, height, pictures, start, end } = packets;
  if (!videoCodecs.includes(codec)) {
    const message = `The video is of a codec that is not supported here: ${codec}. Supported: H.264, HEVC, VP8, VP9, AV1, MPEG-4`;
    throw new MediaError('video_codec', { message });
  }
  if (width === 0 || height === 0 || !Number.isFinite(end - start)) throw new MediaError('video_undecodable');
  if (width * height > limits.videoMaxPixels) throw new MediaError('video_too_many_pixels');
  const durationMs = Math.max(1, Math.round((end - start) * 1000));
  // Checked before the length that is there: what a header of ten hours leads to is the same, whatever follows it.
  if (durationMs > limits.videoMaxMs || (declared ?? 0) * 1000 > limits.videoMaxMs) throw new MediaError('video_too_long');
  if (declared !== null && declared - Math.max(packets.lastEnd, end - start) > Math.max(1, declared / 50)) {
    throw new MediaError('video_ends_early');
  }
  // Players end when the header says so: a picture that is made to last for hours is nothing that anybody sees.
  if (isMovie(kind) && declared !== null && end - start > 2 * declared + 1) throw new MediaError('video_undecodable');
  if (width * height * pictures > limits.videoMaxPixelsInAll) throw new MediaError('video_too_costly');
  const lying = rotation === 90 || rotation === 270;
  return {
    kind,
    durationMs,
    seconds: Math.max(1, Math.ceil((durationMs - ROUNDING_MS) / 1000)),
    width: lying ? height : width,
    height: lying ? width : height,
    rotation,
    codec,
    frameRate: pictures > 1 ? Math.round((pictures / durationMs) * 100_000) / 100 : null,
  };
}

/** The length that the header claims, in seconds; null when it claims none. */
function declaredSeconds(log: string): number | null {
  const [, hours, minutes, seconds] = /^\[info\] {3}Duration: (\d+):(\d+):(\d+\.\d+)/m.exec(log) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** ffmpeg names the turn against the clock; turns that are no multiple of a right angle count as the nearest. */
function readRotation(log: string): VideoFacts['rotation'] {
  const [, against = '0'] = /displaymatrix: rotation of (-?\d+\.\d+) degrees/.exec(log) ?? [];
  const quarters = (Math.round(-Number(against) / 90) + 8) % 4;
  return ([0, 90, 180, 270] as const)[quarters] ?? 0;
}
