import type { MediaKind } from '@clearframe/contract';
import { MediaError } from '../media-error.ts';
import type { LibraryJob } from './library/library-job.ts';
import type { VideoJob } from './video-types.ts';

/** The one reader of each kind. It is named to ffmpeg: left to choose, it would open playlists, which name other files. */
const demuxers: Partial<Record<MediaKind, string>> = { mp4: 'mov', mov: 'mov', avi: 'avi', webm: 'matroska' };

/** By ffmpeg's names of the codecs. */
export const videoCodecs: readonly string[] = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4'];

/** By ffmpeg's names of the decoders: builds have one or another of those of VP8, VP9 and AV1. No other code decodes anything. */
const decoders = [...videoCodecs, 'libvpx', 'libvpx-vp9', 'libdav1d', 'libaom-av1'];

/** Largest single block that ffmpeg may ask for. */
const BLOCK_MAX_BYTES = 512 * 1024 ** 2;

function demuxerOf(kind: MediaKind): string {
  const demuxer = demuxers[kind];
  if (!demuxer) throw new MediaError('unsupported');
  return demuxer;
}

/**
 * The arguments by which ffmpeg opens one file as one kind: no network, no playlist, no other file. The first damage ends the
 * program (`-xerror`), so that nothing is judged by the part that decodes.
 * @throws MediaError unsupported for a kind that is no video
 */
export function inputArgs(kind: MediaKind, path: string): string[] {
  return [
    '-xerror',
    ...['-protocol_whitelist', 'file', '-f', demuxerOf(kind), '-codec_whitelist', decoders.join(',')],
    // Turning costs less once a picture a second is left. A change of size in the middle must not begin the count of seconds again.
    ...['-noautorotate', '-reinit_filter', '0', '-threads', '1', '-i', `file:${path}`],
  ];
}

/** All of ffmpeg's arguments for a job. @throws MediaError unsupported */
export function ffmpegArgs({ kind, path, filters, skip }: VideoJob): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-max_alloc', String(BLOCK_MAX_BYTES)],
    ...['-loglevel', filters === null ? 'repeat+level+info' : 'warning'],
    ...(skip ? ['-skip_frame', skip] : []),
    ...inputArgs(kind, path),
    ...(filters === null ? packets : pictures(filters)),
  ];
}

const packets = ['-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-f', 'framecrc', 'pipe:1'];
const pictures = (filters: string) => [
  ...['-map', '0:V:0', '-an', '-sn', '-dn', '-vf', filters, '-filter_threads', '1', '-threads', '1'],
  ...['-f', 'rawvideo', 'pipe:1'],
];

/** The same for our program around the library. @throws MediaError unsupported */
export const libraryJob = ({ kind, path, filters, skip }: VideoJob): LibraryJob => ({
  path,
  filters,
  demuxer: demuxerOf(kind),
  decoders: decoders.join(','),
  ...(skip && { skip }),
});
