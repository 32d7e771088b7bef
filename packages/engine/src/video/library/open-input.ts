import type { AvAddon, AvDictionary, AvFormat, AvPacket } from './av-addon.ts';

/** What is to be read, by names of FFmpeg. */
export type LibraryInput = { demuxer: string; decoders: string; path: string };

/** AVERROR_EOF, the same on every system. */
const END = -541_478_725;

/** Throws on a negative code, in the words of FFmpeg: `Cannot allocate memory` is looked for by the caller of this program. */
export function check(av: AvAddon, code: number, doing: string): number {
  if (code < 0) throw new Error(`${doing}: ${av.FFmpegError.strerror(code)}`);
  return code;
}

export function dictionary(av: AvAddon, values: Record<string, string>): AvDictionary {
  const made = new av.Dictionary();
  made.alloc();
  for (const [key, value] of Object.entries(values)) check(av, made.set(key, value, 0), key);
  return made;
}

/** Opens one file by one reader: no network, no playlist, no other file, no other decoder. @throws when it cannot be read */
export function openInput(av: AvAddon, { demuxer, decoders, path }: LibraryInput): AvFormat {
  const reader = av.InputFormat.findInputFormat(demuxer);
  if (!reader) throw new Error(`There is no reader ${demuxer}`);
  const input = new av.FormatContext();
  input.allocContext();
  const options = dictionary(av, { protocol_whitelist: 'file', codec_whitelist: decoders });
  check(av, input.openInputSync(`file:${path}`, reader, options), 'The file cannot be opened');
  check(av, input.findStreamInfoSync(null), 'The file says nothing of what is in it');
  return input;
}

/** AV_PKT_FLAG_CORRUPT */
const CORRUPT = 2;

/**
 * Reads the next packet of one of the tracks.
 * @returns false at the end of the file
 * @throws at the first thing that cannot be read: a file that was cut off must not pass for a shorter one
 */
export function readPacket(av: AvAddon, input: AvFormat, packet: AvPacket): boolean {
  packet.unref();
  const code = input.readFrameSync(packet);
  if (code === END) return false;
  check(av, code, 'The file cannot be read on');
  if (packet.flags & CORRUPT) throw new Error('A packet is damaged');
  return true;
}

/** Whether there is a frame: a decoder and a filter say by a code that they want more input first, or that nothing follows. */
export function isThere(av: AvAddon, code: number, doing: string): boolean {
  if (code === END || code === av.FFmpegError.getAverror('EAGAIN')) return false;
  check(av, code, doing);
  return true;
}
