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

/** One JSON object a line, a page of them at a time. */
export async function* jsonLines(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) {
    if (page.length > 0) yield Buffer.from(page.map((value) => `${JSON.stringify(value)}\n`).join(''));
  }
}
