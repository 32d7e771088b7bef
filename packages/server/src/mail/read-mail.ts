/** A mail of the outbox as people read it. */
export type ReadableMail = { to: string; subject: string; date: string; text: string };

function splitHead(part: string): { headers: Map<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const head = end < 0 ? part : part.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : part.slice(end + 4) };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body;
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` of RFC 2047, as our own mails have them. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
}

/** Reads a mail that the outbox wrote: its plain text and what a list shows. It is no reader of strangers' mail. */
export function readMail(eml: string): ReadableMail {
  const { headers, body } = splitHead(eml);
  const header = (name: string) => decodeWords(headers.get(name) ?? '');
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => splitHead(part.replace(/^\r\n/, ''))) : [{ headers, body }];
  const plain = parts.find((part) => (part.headers.get('content-type') ?? '').startsWith('text/plain'));
  const text = plain ? decode(plain.body, (plain.headers.get('content-transfer-encoding') ?? '').toLowerCase()) : '';
  return { to: header('to'), subject: header('subject'), date: header('date'), text: text.replaceAll('\r\n', '\n').trim() };
}
