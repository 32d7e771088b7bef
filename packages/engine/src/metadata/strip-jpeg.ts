import { orientationOnly, readOrientation } from './orientation.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;
const COM = 0xfe;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const starts = (data: Buffer, words: string) => data.toString('latin1', 0, words.length) === words;

/** What a decoder needs of the application segments: the kind of file, the colour profile, and how colours were transformed. */
function isNeeded(marker: number, data: Buffer): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return starts(data, 'JFIF\0');
  if (marker === APP2) return starts(data, 'ICC_PROFILE\0');
  return marker === APP14 && starts(data, 'Adobe');
}

/** Where the compressed pixels that begin there end: at the next marker that is no part of them. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new RangeError('The compressed pixels have no end');
}

function exifSegment(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/**
 * A JPEG without EXIF, XMP, IPTC, comments, and without what follows its end (phones put whole pictures and videos there, each with
 * metadata of its own). The pixels are copied as they are.
 * @throws RangeError when its segments cannot be followed to the end
 */
export function stripJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  if (file.readUInt16BE(0) !== 0xff00 + SOI) throw new RangeError('No JPEG begins like this');
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) throw new RangeError('A segment has no marker');
    const marker = file.readUInt8(at + 1);
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) break;
    if (marker === TEM || isRestart(marker)) {
      at += 2;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || end < at + 4) throw new RangeError('A segment reaches beyond the file');
    const data = file.subarray(at + 4, end);
    if (marker === APP1 && starts(data, 'Exif\0') && orientation === 1) orientation = readOrientation(data);
    if (isNeeded(marker, data)) kept.push(file.subarray(at, end));
    at = end;
    if (marker !== SOS) continue;
    at = endOfScan(file, end);
    kept.push(file.subarray(end, at));
  }
  const turned = orientation === 1 ? [] : [exifSegment(orientation)];
  // JFIF, where there is one, comes first of all.
  const first = kept[0]?.[1] === APP0 ? kept.splice(0, 1) : [];
  return Buffer.concat([Buffer.from([0xff, SOI]), ...first, ...turned, ...kept, Buffer.from([0xff, EOI])]);
}
