import { byteReader } from './byte-reader.ts';
import { HEAD_MAX_BYTES, readHead, voidHead } from './ebml.ts';

/** Ids of elements. Source: RFC 9559, 5.1. */
const ids = { segment: 0x18538067, cluster: 0x1f43b675, info: 0x1549a966, tracks: 0x1654ae6b, trackEntry: 0xae };

/** What a film is made of: head, places, clusters and, where the length of one is not said, what is in it. */
const needed = new Set([0x1a45dfa3, 0x114d9b74, ids.cluster, 0x1c53bb6b, 0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854]);
/** Of the film as a whole: the unit of its times, and its length. */
const neededInfo = new Set([0x2ad7b1, 0x4489]);
/** Names of the programs that wrote it, which must be there and may be empty. */
const programs = new Set([0x4d80, 0x5741]);
/** Of a track: its name, that of its codec, files that go with it, and sums, which would be wrong. */
const toldOfTrack = new Set([0x536e, 0x258688, 0x7446, 0xbf, 0xec]);

const TABLES_MAX_BYTES = 64 * 1_048_576;

/** Empties elements where they stand. @throws RangeError */
function emptyWithin(file: Buffer, from: number, to: number, fate: (id: number) => 'keep' | 'blank' | 'void' | 'enter'): void {
  for (let at = from; at < to; ) {
    const head = readHead(file, at);
    const data = at + head.headBytes;
    const end = data + (head.dataBytes ?? Number.POSITIVE_INFINITY);
    if (end > to) throw new RangeError('An element reaches beyond what holds it');
    const becomes = fate(head.id);
    if (becomes === 'enter') emptyWithin(file, data, end, fate);
    else if (becomes !== 'keep') file.fill(0, data, end);
    if (becomes === 'void') voidHead(head, end - data).copy(file, at);
    at = end;
  }
}

const fateInInfo = (id: number) => (neededInfo.has(id) ? 'keep' : programs.has(id) ? 'blank' : 'void');
const fateInTracks = (id: number) => (id === ids.trackEntry ? 'enter' : toldOfTrack.has(id) ? 'void' : 'keep');

/**
 * A WebM file in which tags, title, date, chapters, attached files and names of tracks and programs are overwritten with zeros, as
 * `Void`. See `stripVideo`.
 * @throws RangeError when its elements cannot be followed
 */
export async function* stripWebm(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const bytes = byteReader(source);
  for (let start = await bytes.peek(HEAD_MAX_BYTES); start.length > 0; start = await bytes.peek(HEAD_MAX_BYTES)) {
    const head = readHead(start, 0);
    const written = await bytes.take(head.headBytes);
    const { id, dataBytes } = head;
    // What is in a segment is read like what follows it, and so is a cluster of which the length is not said, as live films have them.
    if (id === ids.segment || (id === ids.cluster && dataBytes === null)) {
      yield written;
      continue;
    }
    if (dataBytes === null) throw new RangeError('The length of an element is not said');
    if (id === ids.info || id === ids.tracks) {
      if (dataBytes > TABLES_MAX_BYTES) throw new RangeError('The tables of the film are too large');
      const tables = await bytes.take(dataBytes);
      if (tables.length < dataBytes) throw new RangeError('The file ends within the tables of the film');
      emptyWithin(tables, 0, tables.length, id === ids.info ? fateInInfo : fateInTracks);
      yield* [written, tables];
    } else if (needed.has(id)) {
      yield written;
      yield* bytes.pass(dataBytes);
    } else {
      yield voidHead(head, dataBytes);
      yield* bytes.blank(dataBytes);
    }
  }
}
