import { MediaError } from '../media-error.ts';

/** What the packets of a file say: of its one picture track, and when the last sound or picture ends. */
export type Packets = {
  codec: string;
  width: number;
  height: number;
  pictures: number;
  /** Of the picture track, in seconds. */
  start: number;
  end: number;
  /** Of all tracks, in seconds. */
  lastEnd: number;
};

/** More pictures than two hours at 120 a second: what has more was made to cost. */
const PICTURES_MAX = 900_000;
/** Pictures and pieces of sound. */
const PACKETS_MAX = 4_000_000;
/** Longest line that ffmpeg writes here, with a margin. */
const LINE_MAX = 4_096;

/** AV_NOPTS_VALUE: a time that is not known. */
const NO_TIME = '-9223372036854775808';
/** AV_PKT_FLAG_DISCARD: decoded because others build on it, but never shown. */
const DISCARDED = 4;

/**
 * The three kinds of lines in `-f framecrc`: `#codec_id 0: h264`,
 * `#tb 0: 1/15360`, and a packet `0, dts, pts, duration, size, crc, F=flags`.
 */
const fact = /^#(\w+) (\d+): (.+)$/;
const packet = /^(\d+), +(-?\d+), +(-?\d+), +(-?\d+), +\d+, 0x[0-9a-f]+(?:, F=0x([0-9A-F]+))?/;

/**
 * Reads what `ffmpeg -c copy -f framecrc` writes: one line for each packet, so that lengths come from what is in the file and not
 * from what its header claims.
 */
export function createPacketReader(): { add: (bytes: Buffer) => void; finish: () => Packets | null } {
  const facts = new Map<string, string>();
  const seconds = new Map<string, number>();
  let rest = '';
  let count = 0;
  let pictures = 0;
  let track: string | null = null;
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;

  function readFact(name: string, stream: string, value: string): void {
    facts.set(`${name} ${stream}`, value);
    if (name === 'tb') {
      const [above = 0, below = 1] = value.split('/').map(Number);
      seconds.set(stream, above / below);
    }
    if (name !== 'media_type' || value !== 'video') return;
    if (track !== null) throw new MediaError('video_tracks');
    track = stream;
  }

  function readLine(line: string): void {
    const [, name, stream = '', value = ''] = fact.exec(line) ?? [];
    if (name === undefined) readPacket(line);
    else readFact(name, stream, value);
  }

  function readPacket(line: string): void {
    const [, stream = '', dts, pts, duration, flags = '0'] = packet.exec(line) ?? [];
    const unit = seconds.get(stream);
    if (unit === undefined) return;
    count += 1;
    if (count > PACKETS_MAX) throw new MediaError('video_too_costly');
    const time = pts === NO_TIME ? dts : pts;
    if (time === NO_TIME || Number.parseInt(flags, 16) & DISCARDED) return;
    const from = Number(time) * unit;
    const to = from + Math.max(0, Number(duration)) * unit;
    lastEnd = Math.max(lastEnd, to);
    if (stream !== track) return;
    pictures += 1;
    if (pictures > PICTURES_MAX) throw new MediaError('video_too_costly');
    start = Math.min(start, from);
    end = Math.max(end, to);
  }

  return {
    add(bytes) {
      const lines = (rest + bytes.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LINE_MAX) throw new MediaError('video_undecodable');
      for (const line of lines) readLine(line);
    },
    /** @returns null when there is no picture track */
    finish() {
      if (track === null) return null;
      const [width = 0, height = 0] = (facts.get(`dimensions ${track}`) ?? '').split('x').map(Number);
      return { codec: facts.get(`codec_id ${track}`) ?? '', width, height, pictures, start, end, lastEnd };
    },
  };
}
