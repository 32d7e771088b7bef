const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** What "Exif\0\0" may precede the TIFF part of EXIF data. */
const prefix = Buffer.from('Exif\0\0', 'latin1');

/** How the picture has to be turned (1…8), read from EXIF data; 1 when they say nothing that can be read. Source: EXIF 2.32, 4.6.2. */
export function readOrientation(exif: Uint8Array): number {
  const all = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const tiff = all.subarray(0, prefix.length).equals(prefix) ? all.subarray(prefix.length) : all;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const little = order === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = short(directory);
    for (let index = 0; index < entries; index += 1) {
      const at = directory + 2 + index * 12;
      if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue;
      const orientation = short(at + 8);
      return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
  } catch {
    // The directory reaches beyond the data: codecs take it for an upright picture too.
  }
  return 1;
}

/** EXIF data, without the prefix, that say nothing but how to turn the picture. */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
