import type { Readable } from 'node:stream';

/** U+0000 cannot be stored, and the other controls but for line breaks and tabs say nothing to a reader. */
const unshown = /[^\P{Cc}\n\r\t]/gu;

/**
 * The beginning of a body as text, and then its end: what comes later than `maxMs` or behind `maxBytes` is not read. Bytes that are
 * no UTF-8 become U+FFFD. Never throws: a body that breaks off is as long as it got.
 */
export async function readStart(body: Readable, { maxBytes, maxMs }: { maxBytes: number; maxMs: number }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const enough = setTimeout(() => body.destroy(), maxMs);
  body.on('error', () => undefined);
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk));
      bytes += Buffer.byteLength(chunk);
      if (bytes >= maxBytes) break;
    }
  } catch {
    // It broke off, or took too long.
  } finally {
    clearTimeout(enough);
    body.destroy();
  }
  // Streaming: a character that is cut in two at the end is left out, not shown as broken.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: true });
  return text.replace(unshown, '\u{FFFD}');
}
