/** Markup that a browser would run if it ever took the file for a page. Compared in lower case. */
const markup = ['<script', '<html', '<!doctype html', '<?php', '<svg'].map((text) => Buffer.from(text, 'latin1'));
const longestMarkup = Math.max(...markup.map((text) => text.length));

const PDF_HEADER = Buffer.from('%PDF-', 'latin1');
/** Readers of PDF accept its header within the first 1024 bytes. */
const PDF_HEADER_WITHIN = 1024;

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
/** Size of a ZIP's end record without its comment, which has at most 65,535 bytes. */
const ZIP_END_SIZE = 22;

/**
 * Whether a file that starts as a picture is also a page, a PDF or an archive for other readers (a "polyglot"). Such a file
 * carries something that the analysis never sees. What cameras append (further JPEGs, a short MP4) is none of these.
 */
export function hidesSecondFormat(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.subarray(0, PDF_HEADER_WITHIN).includes(PDF_HEADER) || endsAsZip(file) || holdsMarkup(file);
}

function holdsMarkup(file: Buffer): boolean {
  for (let at = file.indexOf(0x3c); at !== -1; at = file.indexOf(0x3c, at + 1)) {
    const next = file[at + 1] ?? 0;
    // Four in five tags and nearly all chance hits end here, so that a large file costs a few milliseconds.
    if (next !== 0x21 && next !== 0x3f && (next | 0x20) !== 0x73 && (next | 0x20) !== 0x68) continue;
    const tag = Buffer.from(file.toString('latin1', at, at + longestMarkup).toLowerCase(), 'latin1');
    if (markup.some((text) => tag.subarray(0, text.length).equals(text))) return true;
  }
  return false;
}

/** A real end record: its comment reaches exactly to the end of the file. */
function endsAsZip(file: Buffer): boolean {
  const at = file.lastIndexOf(ZIP_END);
  return at !== -1 && at + ZIP_END_SIZE <= file.length && at + ZIP_END_SIZE + file.readUInt16LE(at + 20) === file.length;
}
