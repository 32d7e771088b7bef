import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cleanOriginal } from './clean-original.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../engine/fixtures', name));
const name = 'A person at home';

/** A storage of one object. */
function storageOf(object: Uint8Array) {
  const stored = { bytes: Buffer.from(object), writes: 0 };
  const storage: Parameters<typeof cleanOriginal>[0] = {
    async read() {
      return Readable.from([stored.bytes]);
    },
    async put(_key, body) {
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(await body.toArray());
      stored.bytes = bytes;
      stored.writes += 1;
      return { sizeBytes: bytes.length };
    },
  };
  return { storage, stored };
}

const item = (kind: string, fileSizeBytes: number, heldAt: Date | null = null) => ({
  ...{ objectKey: 'account/item/original', kind, fileSizeBytes, heldAt },
});

describe('cleanOriginal', () => {
  it('puts the picture without its metadata in the place of what was sent, and tells its size', async () => {
    const sent = fixture('formats/located.jpg');
    const { storage, stored } = storageOf(sent);
    const cleaned = await cleanOriginal(storage, item('jpeg', sent.length), sent);
    expect(cleaned).toEqual({ metadataFree: true, fileSizeBytes: stored.bytes.length });
    expect(stored.bytes.includes(name)).toBe(false);
    await cleanOriginal(storage, item('jpeg', stored.bytes.length), stored.bytes);
    expect(stored.writes).toBe(1);
  });

  it('leaves what a legal hold keeps as it was found', async () => {
    const sent = fixture('formats/located.jpg');
    const { storage, stored } = storageOf(sent);
    const held = item('jpeg', sent.length, new Date());
    expect(await cleanOriginal(storage, held, sent)).toEqual({ metadataFree: false, fileSizeBytes: sent.length });
    expect(stored).toEqual({ bytes: sent, writes: 0 });
  });

  it('keeps what it cannot take apart, and says so', async () => {
    const sent = fixture('formats/located.jpg').subarray(0, 2_000);
    const { storage, stored } = storageOf(sent);
    const cleaned = await cleanOriginal(storage, item('jpeg', sent.length), sent);
    expect(cleaned.metadataFree).toBe(false);
    expect(stored.writes).toBe(0);
  });

  it.each(['mp4', 'mov', 'avi', 'webm'] as const)(
    'cleans a film as a stream, and keeps one that ends in the middle (%s)',
    async (kind) => {
      const film = fixture(kind === 'webm' ? 'videos/vp9.webm' : `videos/h264.${kind}`);
      const { storage, stored } = storageOf(film);
      expect(await cleanOriginal(storage, item(kind, film.length), null)).toEqual({
        metadataFree: true,
        fileSizeBytes: film.length,
      });
      expect(stored.bytes).toHaveLength(film.length);
      expect(stored.bytes.includes('Lavf')).toBe(false);

      const cut = storageOf(film.subarray(0, film.length - 9));
      expect((await cleanOriginal(cut.storage, item(kind, film.length - 9), null)).metadataFree).toBe(false);
      expect(cut.stored.writes).toBe(0);
    },
  );
});
