import { errorTable, limits, messages } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { checkContent, checkFile } from './file-check.ts';

const padded = (...bytes: number[]) => Uint8Array.from([...bytes, ...new Array<number>(64 - bytes.length).fill(0)]);
const text = (value: string) => padded(...new TextEncoder().encode(value));
const jpeg = padded(0xff, 0xd8, 0xff, 0xe0);
const png = padded(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const brand = (name: string) => padded(0, 0, 0, 16, ...new TextEncoder().encode(`ftyp${name}`), 0, 0, 0, 0);

describe('checkContent', () => {
  it('UP-02 accepts the seven kinds of picture by their content', () => {
    const heads = [jpeg, png, text('GIF89a'), text('RIFF0000WEBPVP8 '), brand('heic'), brand('mif1'), brand('avif')];
    const kinds = heads.map((head) => checkContent(1_000, head));
    expect(kinds.map((check) => check.ok && check.kind)).toEqual(['jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'avif']);
  });

  it('UP-02 refuses a text, an SVG and an HTML page whatever they are called', () => {
    for (const content of ['just some words here', '<svg xmlns="http://www.w3.org/2000/svg">', '<!doctype html><title>']) {
      expect(checkContent(1_000, text(content))).toEqual({ ok: false, message: messages.fileUnsupported });
    }
  });

  it('UP-02 takes the last byte under 10 MB and refuses 10 MB itself', () => {
    expect(checkContent(limits.dashboardUploadMaxBytes - 1, jpeg)).toEqual({ ok: true, kind: 'jpeg' });
    expect(checkContent(limits.dashboardUploadMaxBytes, jpeg)).toEqual({ ok: false, message: messages.fileTooLarge });
  });

  it('UP-07 says that a video goes through the API, even when it is also too large', () => {
    const message = errorTable.video_in_dashboard.message;
    expect(checkContent(1_000, brand('isom'))).toEqual({ ok: false, message });
    expect(checkContent(limits.dashboardUploadMaxBytes * 5, brand('qt  '))).toEqual({ ok: false, message });
  });

  it('UP-02 says that an empty file is empty', () => {
    expect(checkContent(0, new Uint8Array())).toEqual({ ok: false, message: errorTable.file_empty.message });
  });
});

describe('checkFile', () => {
  it('UP-02 asks for a file when none is chosen', async () => {
    expect(await checkFile(null)).toEqual({ ok: false, message: messages.fileRequired });
  });

  it('UP-02 reads the content of the file and not its name', async () => {
    expect(await checkFile(new File(['not a picture at all'], 'holiday.jpg', { type: 'image/jpeg' }))).toEqual({
      ok: false,
      message: messages.fileUnsupported,
    });
    expect(await checkFile(new File([png], 'notes.txt', { type: 'text/plain' }))).toEqual({ ok: true, kind: 'png' });
  });
});
