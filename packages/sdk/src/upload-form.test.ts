import { describe, expect, it } from 'vitest';
import { uploadForm } from './upload-form.ts';

const read = async (form: ReturnType<typeof uploadForm>) =>
  form instanceof FormData ? form : await new Response(form.stream, { headers: { 'content-type': form.type } }).formData();

describe('uploadForm', () => {
  it('API-01 sends an address as a text and a file under its name', async () => {
    expect((await read(uploadForm({ media: new URL('https://a.example/b.png') }))).get('media')).toBe('https://a.example/b.png');
    const named = (await read(uploadForm({ media: new File(['x'], 'pears.webp') }))).get('media');
    expect(named).toMatchObject({ name: 'pears.webp' });
    const other = (await read(uploadForm({ media: new File(['x'], 'a.webp'), filename: 'b.webp' }))).get('media');
    expect(other).toMatchObject({ name: 'b.webp' });
  });

  it('API-01 writes a form around a stream, every byte of it, while it is read', async () => {
    let pulled = 0;
    const chunk = new Uint8Array(65_536).fill(13);
    const media = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulled === 20) return controller.close();
        pulled += 1;
        controller.enqueue(chunk);
      },
    });
    const made = uploadForm({ media, filename: 'a"b.png', title: 'Drei Birnen, ä', tags: ['a', 'b'], metadata: { n: 1 } });
    expect(pulled).toBeLessThan(3);
    const form = await read(made);
    expect([form.get('title'), form.get('tags'), form.get('metadata')]).toEqual(['Drei Birnen, ä', 'a,b', '{"n":1}']);
    const file = form.get('media');
    if (!(file instanceof File)) throw new Error('no file');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(20 * chunk.length);
    expect(bytes.every((byte) => byte === 13)).toBe(true);
  });
});
