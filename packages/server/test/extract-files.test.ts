import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

describe('clearframe storage extract', () => {
  let built: Built;
  let person: Uploader;
  let folder: string;
  beforeAll(async () => {
    built = await build();
    person = await createUploader(built);
  });
  afterAll(() => built.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearframe-extract-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const judged = async (name: string) => {
    const sent = await person.apiUpload({ media: file(picture(name)) }, { query: '?wait=0' });
    const { id } = resultOf(sent).media_upload;
    await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
    const row = await findMedia(built.context.db, id);
    if (!row?.pack) throw new Error('The picture has no pack');
    return { objectKey: row.objectKey, packKey: row.pack.key };
  };
  const extract = async (key: string) => {
    const said: string[] = [];
    const line = (one: string) => void said.push(one);
    const env = { DATABASE_URL: built.database.url, DATA_DIR: built.dataDir };
    const code = await runOperator(['storage', 'extract', key, folder], { print: line, complain: line }, env);
    return { code, said: said.join('\n') };
  };

  it('OPS-03 writes every file of a pack, the original with its ending, for nobody else to read', async () => {
    const { packKey } = await judged('formats/located.jpg');
    expect(await extract(packKey)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(['display', 'original.jpg', 'thumbnail']);
    expect(readFileSync(join(folder, 'thumbnail'), 'utf8')).toBe('a copy');
    expect(readFileSync(join(folder, 'original.jpg')).subarray(0, 2)).toEqual(Buffer.from('ffd8', 'hex'));
  });

  it('OPS-03 writes an object that is no pack as it is, and never over what is there', async () => {
    const { objectKey } = await judged('formats/pears.png');
    expect(await extract(objectKey)).toMatchObject({ code: 0 });
    const path = join(folder, 'in.png');
    expect(readFileSync(path).equals(picture('formats/pears.png'))).toBe(true);
    expect(await extract(objectKey)).toEqual({ code: 1, said: `${path} is there already. Name another folder.` });
  });

  it('OPS-03 says that a key is none, or names nothing', async () => {
    expect(await extract('../secret.key')).toMatchObject({ code: 1, said: expect.stringContaining('is not accepted') });
    const key = `${person.accountId}/0190a000-0000-7000-8000-000000000001/in`;
    expect(await extract(key)).toEqual({ code: 1, said: `There is no object ${key}.` });
  });
});
