import type { AvAddon, AvFormat, AvStream } from './av-addon.ts';
import { readPacket } from './open-input.ts';

const VIDEO = 0;
const AUDIO = 1;
/** AV_DISPOSITION_ATTACHED_PIC: a cover, no film. */
const COVER = 0x400;
/** AVDISCARD_ALL */
const IGNORED = 48;
/** AV_PKT_DATA_DISPLAYMATRIX: nine numbers of 32 bits. */
const DISPLAY_MATRIX = 5;
/** AV_NOPTS_VALUE */
export const NO_TIME = -(2n ** 63n);
/** AV_PKT_FLAG_KEY */
const KEY = 1;
/** So many letters are collected before they are written. */
const PIECE = 65_536;

const isPictures = ({ codecpar, disposition }: AvStream) => codecpar.codecType === VIDEO && !(disposition & COVER);

/** The tracks that are read: all of pictures, covers apart, then all of sound. The others are passed over. */
export function chooseTracks(input: AvFormat, wanted: 'all' | 'pictures'): AvStream[] {
  const pictures = input.streams.filter(isPictures);
  const sounds = input.streams.filter(({ codecpar }) => codecpar.codecType === AUDIO);
  const chosen = wanted === 'all' ? [...pictures, ...sounds] : pictures.slice(0, 1);
  if (chosen.length === 0) throw new Error('Output file does not contain any stream');
  const numbers = new Set(chosen.map(({ index }) => index));
  for (const stream of input.streams) if (!numbers.has(stream.index)) stream.discard = IGNORED;
  return chosen;
}

/**
 * Writes what `ffmpeg -c copy -f framecrc` writes of a file, without checksums: facts of each track, then a line for each packet.
 * To the log go the length that the header claims and the turn of the pictures, as ffmpeg says them.
 */
export function listPackets(av: AvAddon, input: AvFormat, write: (text: string) => void, log: (text: string) => void): void {
  const tracks = chooseTracks(input, 'all');
  log(`[info]   Duration: ${asClock(input.duration)}`);
  tracks.forEach(({ codecpar, timeBase }, track) => {
    const pictures = codecpar.codecType === VIDEO;
    write(`#tb ${track}: ${timeBase.num}/${timeBase.den}\n#media_type ${track}: ${pictures ? 'video' : 'audio'}\n`);
    write(`#codec_id ${track}: ${av.avGetCodecName(codecpar.codecId)}\n`);
    if (!pictures) return;
    write(`#dimensions ${track}: ${codecpar.width}x${codecpar.height}\n`);
    const matrix = codecpar.getCodedSideData(DISPLAY_MATRIX);
    if (matrix && matrix.length >= 36) log(`displaymatrix: rotation of ${rotation(matrix).toFixed(2)} degrees`);
  });
  const state = new Map(
    tracks.map(({ index, timeBase }, track) => [
      index,
      { track, begins: startIn(input.startTime, timeBase), last: NO_TIME, begun: false },
    ]),
  );
  const packet = new av.Packet();
  packet.alloc();
  let text = '';
  while (readPacket(av, input, packet)) {
    const of = state.get(packet.streamIndex);
    // Nothing can be shown before the first picture that stands for itself.
    if (!of || !(of.begun || packet.flags & KEY)) continue;
    of.begun = true;
    const { dts, pts, duration, flags } = packet;
    // Where it is not known it is not compared. A time that runs back is damage.
    if (dts !== NO_TIME && dts < of.last) throw new Error('Times of the file run back');
    if (dts !== NO_TIME) of.last = dts;
    const shifted = (time: bigint) => (time === NO_TIME ? time : time - of.begins);
    text += `${of.track}, ${shifted(dts)}, ${shifted(pts)}, ${duration}, 0, 0x0, F=0x${flags.toString(16).toUpperCase()}\n`;
    if (text.length < PIECE) continue;
    write(text);
    text = '';
  }
  write(text);
}

/** The beginning of the file in units of a track: lengths count from there. */
const startIn = (startUs: bigint, { num, den }: { num: number; den: number }): bigint =>
  startUs === NO_TIME ? 0n : BigInt(Math.round((Number(startUs) / 1e6) * (den / num)));

function asClock(durationUs: bigint): string {
  if (durationUs === NO_TIME) return 'N/A';
  const seconds = Number(durationUs) / 1e6;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
}

/** As av_display_rotation_get: degrees against the clock. */
function rotation(matrix: Buffer): number {
  const at = (n: number) => matrix.readInt32LE(n * 4) / 65_536;
  const [across, down] = [Math.hypot(at(0), at(3)), Math.hypot(at(1), at(4))];
  if (across === 0 || down === 0) return 0;
  return (-Math.atan2(at(1) / down, at(0) / across) * 180) / Math.PI;
}
