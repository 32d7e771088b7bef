/**
 * Markup that a browser or server would run if it ever took the file for a page. Compressed pixels hold every short string by
 * chance (four letters in any case: once in 500 megabytes), so each of these is long enough to come up once in a million files.
 */
const markup = /^<(?:script[\s>/]|html[\s>]|!doctype html|\?php\s|svg\s+(?:xmlns|on)|\?xml-stylesheet)/i;
export const LONGEST_MARKUP = 20;

const PDF_HEADER = Buffer.from('%PDF-', 'latin1');
/** Readers of PDF accept its header within the first 1024 bytes. */
const PDF_HEADER_WITHIN = 1024;

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
/** Size of a ZIP's end record without its comment, which has at most 65,535 bytes. */
const ZIP_END_SIZE = 22;
/** An end record lies within so many bytes of the end of a file. */
export const ZIP_END_WITHIN = ZIP_END_SIZE + 65_535;

/**
 * Whether a file that starts as a picture is also a page, a PDF or an archive for other readers (a "polyglot"). Such a file
 * carries something that the analysis never sees. What cameras append (further JPEGs, a short MP4) is none of these.
 */
export function hidesSecondFormat(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return startsAsPdf(file) || endsAsZip(file) || holdsMarkup(file);
}

export const startsAsPdf = (file: Buffer): boolean => file.subarray(0, PDF_HEADER_WITHIN).includes(PDF_HEADER);

export function holdsMarkup(file: Buffer): boolean {
  for (let at = file.indexOf(0x3c); at !== -1; at = file.indexOf(0x3c, at + 1)) {
    const next = file[at + 1] ?? 0;
    // ! ? s S h H: nearly all chance hits end here, so that a file of 10 MB costs a few milliseconds.
    if (next !== 0x21 && next !== 0x3f && (next | 0x20) !== 0x73 && (next | 0x20) !== 0x68) continue;
    if (markup.test(file.toString('latin1', at, at + LONGEST_MARKUP))) return true;
  }
  return false;
}

/** A real end record: its comment reaches exactly to the end of the file, of which the last part is enough. */
export function endsAsZip(file: Buffer): boolean {
  const at = file.lastIndexOf(ZIP_END);
  return at !== -1 && at + ZIP_END_SIZE <= file.length && at + ZIP_END_SIZE + file.readUInt16LE(at + 20) === file.length;
}
