import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { stripMetadata, stripVideo } from '@clearframe/engine';
import { describe, expect, it } from 'vitest';
import { cleanOriginal, type Stripper } from './clean-original.ts';

const stripper: Stripper = { stripPicture: async (kind, bytes) => stripMetadata(kind, bytes), stripVideo };

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../../engine/fixtures', name));
const name = 'A person at home';

/** A storage of what was sent, and of what was written beside it. */
function storageOf(object: Uint8Array) {
  const sent = Buffer.from(object);
  const written = new Map<string, Buffer>();
  const store: Parameters<typeof cleanOriginal>[0] = {
    storage: {
      async open() {
        return { sizeBytes: sent.length, body: Readable.from([sent]) };
      },
    },
    signs: {},
    pending: {
      async put(key, body) {
        const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(await body.toArray());
        written.set(key, bytes);
        return { sizeBytes: bytes.length };
      },
    },
  };
  return { store, written };
}

const objectKey = 'account/item/original';
const item = (kind: string, fileSizeBytes: number, legalHoldAt: Date | null = null) => ({
  objectKey,
  kind,
  fileSizeBytes,
  legalHoldAt,
});

describe('cleanOriginal', () => {
  it('stores the picture without its metadata under a key of its own, and tells its size', async () => {
    const sent = fixture('formats/located.jpg');
    const { store, written } = storageOf(sent);
    const cleaned = await cleanOriginal(store, stripper, item('jpeg', sent.length), sent);
    const [[key, bytes] = ['', Buffer.alloc(0)]] = written;
    expect(key).toMatch(/^account\/item\/original-[0-9a-f]{12}\.jpe?g$/);
    expect(cleaned).toEqual({ objectKey: key, metadataFree: true, fileSizeBytes: bytes.length });
    expect(bytes.includes(name)).toBe(false);
    expect(await cleanOriginal(store, stripper, item('jpeg', bytes.length), bytes)).toEqual({ ...cleaned, objectKey });
    expect(written.size).toBe(1);
    await cleanOriginal(store, stripper, item('jpeg', sent.length), sent);
    expect(written.size).toBe(2);
  });

  it('leaves what a legal hold keeps as it was found', async () => {
    const sent = fixture('formats/located.jpg');
    const { store, written } = storageOf(sent);
    const held = item('jpeg', sent.length, new Date());
    expect(await cleanOriginal(store, stripper, held, sent)).toEqual({
      objectKey,
      metadataFree: false,
      fileSizeBytes: sent.length,
    });
    expect(written.size).toBe(0);
  });

  it('keeps what it cannot take apart, and says so', async () => {
    const sent = fixture('formats/located.jpg').subarray(0, 2_000);
    const { store, written } = storageOf(sent);
    const cleaned = await cleanOriginal(store, stripper, item('jpeg', sent.length), sent);
    expect(cleaned).toMatchObject({ objectKey, metadataFree: false });
    expect(written.size).toBe(0);
  });

  it.each(['mp4', 'mov', 'avi', 'webm'] as const)(
    'cleans a film as a stream, and keeps one that ends in the middle (%s)',
    async (kind) => {
      const film = fixture(kind === 'webm' ? 'videos/vp9.webm' : `videos/h264.${kind}`);
      const { store, written } = storageOf(film);
      const cleaned = await cleanOriginal(store, stripper, item(kind, film.length), null);
      const [[key, bytes] = ['', Buffer.alloc(0)]] = written;
      expect(cleaned).toEqual({ objectKey: key, metadataFree: true, fileSizeBytes: film.length });
      expect(key).not.toBe(objectKey);
      expect(bytes).toHaveLength(film.length);
      expect(bytes.includes('Lavf')).toBe(false);

      const cut = storageOf(film.subarray(0, film.length - 9));
      const kept = await cleanOriginal(cut.store, stripper, item(kind, film.length - 9), null);
      expect(kept).toMatchObject({ objectKey, metadataFree: false });
    },
  );
});
