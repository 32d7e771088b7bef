/** Characters that RFC 8187 leaves plain; encodeURIComponent leaves some more. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The Content-Disposition of a file (RFC 6266): the name for every client, and in plain letters for old ones. */
export function contentDisposition(disposition: 'inline' | 'attachment', filename: string): string {
  const name = filename.toWellFormed();
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encode(name)}`;
}
