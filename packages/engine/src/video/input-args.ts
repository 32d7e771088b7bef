import type { MediaKind } from '@clearframe/contract';
import { MediaError } from '../media-error.ts';

/** The one reader of each kind. It is named to ffmpeg: left to choose, it would open playlists, which name other files. */
const demuxers: Partial<Record<MediaKind, string>> = { mp4: 'mov', mov: 'mov', avi: 'avi', webm: 'matroska' };

/** By ffmpeg's names of the codecs. */
export const videoCodecs: readonly string[] = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4'];

/** By ffmpeg's names of the decoders: builds have one or another of those of VP8, VP9 and AV1. No other code decodes anything. */
const decoders = [...videoCodecs, 'libvpx', 'libvpx-vp9', 'libdav1d', 'libaom-av1'];

/**
 * Opens one file as one kind: no network, no playlist, no other file. The first damage ends the program (`-xerror`), so that
 * nothing is judged by the part that decodes.
 */
export function inputArgs(kind: MediaKind, path: string): string[] {
  const demuxer = demuxers[kind];
  if (!demuxer) throw new MediaError('unsupported');
  return [
    '-xerror',
    ...['-protocol_whitelist', 'file', '-f', demuxer, '-codec_whitelist', decoders.join(',')],
    // Turning costs less once a picture a second is left. A change of size in the middle must not begin the count of seconds again.
    ...['-noautorotate', '-reinit_filter', '0', '-threads', '1', '-i', `file:${path}`],
  ];
}
