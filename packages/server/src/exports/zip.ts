import { setImmediate } from 'node:timers/promises';
import { makeZip } from 'client-zip';

export type ZipEntry = {
  /** Path inside the archive. */
  name: string;
  at: Date;
  /** Bytes, made or read while the archive is. */
  bytes: AsyncIterable<Uint8Array>;
};

async function* inputs(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, at, bytes } of entries) yield { name, lastModified: at, input: bytes };
}

/**
 * A ZIP (ZIP64 where it grows large) of entries that are asked for one after the other. Nothing is compressed: pictures are
 * already. An archive that nobody reads on throws into `entries`, which then closes what it holds.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  yield* makeZip(inputs(entries));
}

const indent = 2;

/** One JSON document for people and programs. */
export async function* jsonBytes(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(value, null, indent)}\n`);
}

export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Written at a time; then other requests are served. */
const CHUNK_CHARACTERS = 65_536;

/** One JSON object a line. */
export async function* jsonLines(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) {
    let lines = '';
    for (const value of page) {
      lines += `${JSON.stringify(value)}\n`;
      if (lines.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(lines);
      lines = '';
      await setImmediate();
    }
    if (lines !== '') yield Buffer.from(lines);
  }
}
