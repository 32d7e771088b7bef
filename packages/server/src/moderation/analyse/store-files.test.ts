import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { stripMetadata, stripVideo } from '@clearframe/engine';
import { describe, expect, it } from 'vitest';
import type { MediaPack } from '../../db/schema.ts';
import type { Stripper } from './clean-original.ts';
import { storeFiles } from './store-files.ts';

const stripper: Stripper = { stripPicture: async (kind, bytes) => stripMetadata(kind, bytes), stripVideo };

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../../engine/fixtures', name));
const name = 'A person at home';
const copy = (text: string) => ({ bytes: Buffer.from(text), mimeType: 'image/webp' as const, width: 1, height: 1 });
const item: { objectKey: string; attempt: number; fileSizeBytes: number; legalHoldAt: Date | null; pack: MediaPack | null } = {
  objectKey: 'account/item/in',
  attempt: 1,
  fileSizeBytes: 7,
  legalHoldAt: null,
  pack: null,
};

type Changes = Partial<typeof item> & { kind?: string; seconds?: number[]; isVideo?: boolean };

/** Stores the files of one run at an item, in a storage of what was sent and of what was written beside it. */
async function store(sent: Uint8Array, { kind = 'jpeg', seconds = [], isVideo = false, ...changes }: Changes = {}) {
  const written = new Map<string, Buffer>();
  const put: Parameters<typeof storeFiles>[0]['pending']['put'] = async (key, body) => {
    const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(await body.toArray());
    written.set(key, bytes);
    return { sizeBytes: bytes.length };
  };
  const open = async () => ({ sizeBytes: sent.length, body: Readable.from([Buffer.from(sent)]) });
  const seen = {
    bytes: isVideo ? null : sent,
    display: copy('large'),
    thumbnail: copy('tiny'),
    stills: seconds.map((second) => ({ second, rendition: copy(`second ${second}`) })),
  };
  const context = { pending: { put, expect: async () => undefined }, storage: { open }, signs: {} };
  const stored = await storeFiles(context, stripper, { ...item, kind, ...changes }, seen);
  const pack = written.get(stored.pack.key) ?? Buffer.alloc(0);
  const part = (which: string) => {
    const [start = 0, sizeBytes = 0] = stored.pack.parts[which] ?? [];
    return pack.subarray(start, start + sizeBytes);
  };
  return { stored, written, part };
}

describe('the files of one run at a picture', () => {
  const sent = fixture('formats/located.jpg');

  it('MED-08 OPS-03 are one object: the picture without its metadata, and its copies', async () => {
    const { stored, written, part } = await store(sent);
    expect([...written.keys()]).toEqual([expect.stringMatching(/^account\/item\/pack-1-[0-9a-f]{12}$/)]);
    const clean = part('original');
    expect(stored).toMatchObject({
      objectKey: stored.pack.key,
      metadataFree: true,
      fileSizeBytes: clean.length,
      stillSeconds: [],
    });
    expect(clean.equals(Buffer.from(stripMetadata('jpeg', sent) ?? []))).toBe(true);
    expect([...written.values()].some((bytes) => bytes.includes(name))).toBe(false);
    expect(['display', 'thumbnail'].map((which) => part(which).toString())).toEqual(['large', 'tiny']);
    const again = await store(sent);
    expect(again.stored.pack.key).not.toBe(stored.pack.key);
  });

  it('OPS-03 leave what was sent where it is when nothing had to be taken out', async () => {
    const clean = (await store(sent)).part('original');
    const { stored, written } = await store(clean);
    expect(stored).toMatchObject({ objectKey: item.objectKey, metadataFree: true, fileSizeBytes: clean.length });
    expect([written.size, stored.pack.parts.original]).toEqual([1, undefined]);
  });

  it('OPS-03 take the original of an earlier pack along, so that an item has one pack', async () => {
    const clean = (await store(sent)).part('original');
    const pack = { key: 'account/item/pack-1-older', parts: { original: [0, clean.length] } } satisfies MediaPack;
    const { stored, written, part } = await store(clean, { objectKey: pack.key, pack });
    expect(stored).toMatchObject({ objectKey: stored.pack.key, metadataFree: true, fileSizeBytes: clean.length });
    expect([written.size, part('original').equals(clean)]).toEqual([1, true]);
  });

  it('SEC-02 leave what a legal hold keeps as it was found, and what cannot be taken apart', async () => {
    for (const [bytes, legalHoldAt] of [
      [sent, new Date()],
      [sent.subarray(0, 2_000), null],
    ] as const) {
      const { stored, written } = await store(bytes, { legalHoldAt });
      expect(stored).toMatchObject({ objectKey: item.objectKey, metadataFree: false, fileSizeBytes: 7 });
      expect([written.size, stored.pack.parts.original]).toEqual([1, undefined]);
    }
  });
});

describe('the files of one run at a video', () => {
  it.each(['mp4', 'mov', 'avi', 'webm'] as const)(
    'OPS-03 are the clean film, as a stream, and one object of copies; a film that ends in the middle is kept (%s)',
    async (kind) => {
      const film = fixture(kind === 'webm' ? 'videos/vp9.webm' : `videos/h264.${kind}`);
      const { stored, written, part } = await store(film, { kind, isVideo: true, seconds: [3, 12] });
      expect(stored).toMatchObject({ metadataFree: true, fileSizeBytes: film.length, stillSeconds: [3, 12] });
      expect(stored.objectKey).toMatch(/^account\/item\/clean-1-[0-9a-f]{12}$/);
      expect(written.get(stored.objectKey)).toHaveLength(film.length);
      expect(written.get(stored.objectKey)?.includes('Lavf')).toBe(false);
      expect([written.size, part('second-12').toString()]).toEqual([2, 'second 12']);

      const cut = await store(film.subarray(0, film.length - 9), { kind, isVideo: true });
      expect(cut.stored).toMatchObject({ objectKey: item.objectKey, metadataFree: false });
    },
  );
});
