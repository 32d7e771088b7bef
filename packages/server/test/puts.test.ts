import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { type Built, build } from './helpers/build.ts';
import {
  createUploader,
  file,
  picture,
  quickExaminer,
  resultOf,
  signs,
  type Uploader,
  wholeExaminer,
} from './helpers/uploads.ts';

/** Each put is paid for, whatever its size. */
describe('the puts of a picture', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
  });
  afterAll(() => built.close());

  it.each([
    ['with metadata', 'formats/located.jpg'],
    ['without', 'formats/pears.png'],
  ])('OPS-03 are two at most: one %s', async (_name, name) => {
    const { storage } = built.context;
    const put = storage.put;
    const keys: string[] = [];
    storage.put = async (key, ...rest) => {
      keys.push(key.slice(key.lastIndexOf('/') + 1));
      return await put(key, ...rest);
    };
    try {
      const sent = await person.apiUpload({ media: file(picture(name)) }, { query: '?wait=0' });
      const { id } = resultOf(sent).media_upload;
      await moderate(built.context, wholeExaminer(quickExaminer), { mediaId: id, attempt: 1 }, signs);
      expect(await findMedia(built.context.db, id)).toMatchObject({ state: 'done', metadataFree: true });
      expect(keys).toEqual(['in', expect.stringMatching(/^pack-1-/)]);
    } finally {
      storage.put = put;
    }
  });
});
