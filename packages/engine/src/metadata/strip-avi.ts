import { byteReader } from './byte-reader.ts';

/** What a film is made of: in the file, in its tables, in those of a stream. Source: AVI RIFF file reference, OpenDML 1.02. */
const needed = {
  file: new Set(['LIST movi', 'idx1']),
  tables: new Set(['avih', 'LIST odml']),
  stream: new Set(['strh', 'strf', 'indx', 'vprp']),
};

/** Tables are some kilobytes, and some megabytes with the indexes of OpenDML. */
const TABLES_MAX_BYTES = 64 * 1_048_576;

const nameOf = (head: Buffer, kind: Buffer): string => {
  const name = head.toString('latin1', 0, 4);
  return name === 'LIST' ? `LIST ${kind.toString('latin1', 0, 4)}` : name;
};

/** Empties what is told about a film in its tables, where it stands. @throws RangeError */
function emptyTables(file: Buffer, from: number, to: number, kept: ReadonlySet<string>): void {
  for (let at = from; at + 8 <= to; ) {
    const [data, end] = [at + 8, at + 8 + file.readUInt32LE(at + 4)];
    if (end > to) throw new RangeError('A chunk reaches beyond what holds it');
    const name = nameOf(file.subarray(at, data), file.subarray(data, end));
    if (name === 'LIST strl') emptyTables(file, data + 4, end, needed.stream);
    else if (!kept.has(name)) {
      file.write('JUNK', at, 'latin1');
      file.fill(0, data, end);
    }
    at = end + (end % 2 === from % 2 ? 0 : 1);
  }
}

/**
 * An AVI file in which titles, dates, the maker's notes and the like are overwritten with zeros, as `JUNK`. See `stripVideo`.
 * @throws RangeError when its chunks cannot be followed
 */
export async function* stripAvi(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const bytes = byteReader(source);
  for (let head = await bytes.take(8); head.length > 0; head = await bytes.take(8)) {
    // Less than a chunk behind the last one is none.
    if (head.length < 8) return void (yield Buffer.alloc(head.length));
    const length = head.readUInt32LE(4);
    const kind = ['RIFF', 'LIST'].includes(head.toString('latin1', 0, 4)) ? await bytes.take(4) : Buffer.alloc(0);
    const left = length - kind.length;
    if (left < 0) throw new RangeError('A list without its kind');
    const name = nameOf(head, kind);
    // Large files have several of them; what is in one is read like what follows it.
    if (name === 'RIFF') {
      yield* [head, kind];
      continue;
    }
    if (name === 'LIST hdrl') {
      if (left > TABLES_MAX_BYTES) throw new RangeError('The tables of the film are too large');
      const tables = await bytes.take(left);
      if (tables.length < left) throw new RangeError('The file ends within the tables of the film');
      emptyTables(tables, 0, tables.length, needed.tables);
      yield* [head, kind, tables];
    } else if (needed.file.has(name)) {
      yield* [head, kind];
      yield* bytes.pass(left);
    } else {
      head.write('JUNK', 0, 'latin1');
      yield* [head, Buffer.alloc(kind.length)];
      yield* bytes.blank(left);
    }
    if (length % 2 === 1) yield await bytes.take(1);
  }
}
