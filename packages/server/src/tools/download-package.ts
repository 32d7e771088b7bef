import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { LibraryPackage } from './video-library.ts';

export type DownloadOptions = {
  /** With a slash at its end. */
  registry: string;
  /** Where the tarball is written; half a file may be left there when it fails. */
  to: string;
  maxBytes: number;
  signal: AbortSignal;
};

/**
 * Fetches the tarball of one version of a package and checks it against its pinned integrity.
 * @throws when the registry has not got it, it is not what was pinned, is larger than allowed, or the signal fires
 */
export async function downloadPackage(
  wanted: LibraryPackage,
  { registry, to, maxBytes, signal }: DownloadOptions,
): Promise<void> {
  const file = `${wanted.name.split('/').at(-1)}-${wanted.version}.tgz`;
  const response = await fetch(`${registry}${wanted.name}/-/${file}`, { signal });
  if (!response.ok || !response.body) throw new Error(`the registry answers with ${response.status}`);
  const hash = createHash('sha512');
  let bytes = 0;
  await pipeline(
    piecesOf(response.body.getReader()),
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new Error(`the package is larger than ${maxBytes} bytes`);
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(to),
    { signal },
  );
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== wanted.integrity) throw new Error(`the package is not the one that was looked through: ${found}`);
}

type Reader = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };

/** Piece by piece; the connection is given up when nobody wants more. */
async function* piecesOf(reader: Reader): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value) yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
