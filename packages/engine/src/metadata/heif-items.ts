import { type Box, boxesIn } from './boxes.ts';

/** A part of the file: `[from, to)`. */
export type Extent = { from: number; to: number };

/** Items that hold pixels or say how they are put together have a code of their own; these hold what is told about the picture. */
const metadataTypes = new Set(['Exif', 'mime', 'uri ']);

const childOf = (file: Buffer, parent: Box, type: string, skip = 0) =>
  boxesIn(file, parent.data + skip, parent.end).find((box) => box.type === type);

/** Numbers of the items that are metadata. Source: ISO/IEC 14496-12, 8.11.6. */
function metadataItems(file: Buffer, infos: Box): Set<number> {
  const countBytes = file.readUInt8(infos.data) === 0 ? 2 : 4;
  const found = new Set<number>();
  for (const entry of boxesIn(file, infos.data + 4 + countBytes, infos.end)) {
    const version = file.readUInt8(entry.data);
    if (entry.type !== 'infe' || version < 2) throw new RangeError('The items are described in a way that is not known');
    const idBytes = version === 2 ? 2 : 4;
    const type = file.toString('latin1', entry.data + 6 + idBytes, entry.data + 10 + idBytes);
    if (metadataTypes.has(type)) found.add(file.readUIntBE(entry.data + 4, idBytes));
  }
  return found;
}

/** A reader of numbers one after the other; a size of 0 bytes is the number 0. */
function reader(file: Buffer, from: number, end: number) {
  let at = from;
  return (bytes: number): number => {
    if (at + bytes > end) throw new RangeError('A table reaches beyond its box');
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value = value * 256 + file.readUInt8(at + index);
    at += bytes;
    return value;
  };
}

/** Where those items lie. Source: ISO/IEC 14496-12, 8.11.3. */
function extentsOf(file: Buffer, places: Box, wanted: ReadonlySet<number>, inlineAt: number | null): Extent[] {
  const version = file.readUInt8(places.data);
  const next = reader(file, places.data + 4, places.end);
  const sizes = next(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const wide = version < 2 ? 2 : 4;
  const found: Extent[] = [];
  for (let items = next(wide); items > 0; items -= 1) {
    const id = next(wide);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseBytes);
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(indexBytes);
      const offset = base + next(offsetBytes);
      const length = next(lengthBytes);
      if (!wanted.has(id)) continue;
      const start = method === 0 ? 0 : method === 1 ? inlineAt : null;
      if (start === null || length === 0) throw new RangeError('Metadata lie where they cannot be found');
      found.push({ from: start + offset, to: start + offset + length });
    }
  }
  return found;
}

/**
 * Where a HEIC, HEIF or AVIF file holds what is told about its picture.
 * @param meta its box `meta`
 * @throws RangeError when that cannot be told
 */
export function metadataExtents(file: Buffer, meta: Box): Extent[] {
  const infos = childOf(file, meta, 'iinf', 4);
  const places = childOf(file, meta, 'iloc', 4);
  if (!infos || !places) return [];
  const wanted = metadataItems(file, infos);
  const inline = childOf(file, meta, 'idat', 4);
  return wanted.size === 0 ? [] : extentsOf(file, places, wanted, inline?.data ?? null);
}
