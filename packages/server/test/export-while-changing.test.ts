import type { DataExport } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataExport } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { deleteMedia } from '../src/moderation/item/delete-media.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const signal = new AbortController().signal;

describe('an export of all data, while its items change', () => {
  let built: Built;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());

  /** Items that nobody has analysed yet, oldest first. */
  const queued = async (who: Uploader, count: number) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const sent = await who.apiUpload({ media: file(picture('formats/located.jpg'), 'a.jpg') }, { query: '?wait=0' });
      ids.push(resultOf(sent).media_upload.id);
      built.clock.advance(1);
    }
    return ids;
  };
  /** Makes an export, and does something once, before the first original is read. */
  const exported = async (who: Uploader, work: () => Promise<unknown>) => {
    const { storage, db } = built.context;
    const asked = await built.app.inject({ method: 'POST', url: '/api/users/me/exports', headers: who.headers });
    const { id } = asked.json<{ data: { export: DataExport } }>().data.export;
    let isDone = false;
    const open: typeof storage.open = async (key) => {
      if (!isDone) {
        isDone = true;
        await work();
      }
      return await storage.open(key);
    };
    await makeExport({ ...built.context, storage: { ...storage, open } }, id, signal);
    const [row] = await db.select().from(dataExport).where(eq(dataExport.id, id));
    expect(row?.state).toBe('done');
    const files = unzipSync(await storage.get(row?.objectKey ?? ''));
    const originals = Object.keys(files).filter((name) => name.startsWith('files/'));
    return {
      files,
      originals,
      lines: (name: string) =>
        strFromU8(files[name] ?? new Uint8Array())
          .split('\n')
          .slice(0, -1),
    };
  };

  it('SEC-08 holds the original that an analysis put in the place of what was sent', async () => {
    const who = await createUploader(built);
    const [first = '', second = ''] = await queued(who, 2);
    const zip = await exported(who, async () => {
      for (const mediaId of [first, second]) await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    });
    expect(zip.originals).toEqual([`files/${first}.jpg`, `files/${second}.jpg`]);
    for (const name of zip.originals) {
      const item = await findMedia(built.context.db, name.slice('files/'.length, -'.jpg'.length));
      const stored = await built.context.storage.get(item?.objectKey ?? '');
      expect(Buffer.compare(zip.files[name] ?? new Uint8Array(), stored)).toBe(0);
    }
  });

  it('SEC-02 leaves out what is withheld or deleted before its turn comes', async () => {
    const who = await createUploader(built);
    const [first = '', second = '', third = ''] = await queued(who, 3);
    const zip = await exported(who, async () => {
      await placeLegalHold(built.context, { mediaId: second, reason: 'case 1' });
      await deleteMedia(built.context, who, third);
    });
    expect(zip.originals).toEqual([`files/${first}.jpg`]);
    expect(Object.keys(zip.files)).not.toContain('lost-files.jsonl');
  });

  it('SEC-08 lists originals that the server lost', async () => {
    const who = await createUploader(built);
    const [first = '', second = ''] = await queued(who, 2);
    const lost = (await findMedia(built.context.db, second))?.objectKey ?? '';
    const zip = await exported(who, () => built.context.storage.remove([lost]));
    expect(zip.originals).toEqual([`files/${first}.jpg`]);
    expect(zip.lines('lost-files.jsonl').map((line) => JSON.parse(line))).toEqual([
      { media_id: second, file: `files/${second}.jpg` },
    ]);
    expect(zip.lines('README.txt').join('\n')).toContain('lost-files.jsonl');
  });

  it('SEC-08 is not done without an original that cannot be read now', async () => {
    const who = await createUploader(built);
    await queued(who, 1);
    const failing = () => Promise.reject(new Error('the disk is broken'));
    await expect(exported(who, failing)).rejects.toThrow('the disk is broken');
    expect(await built.context.db.select().from(dataExport).where(eq(dataExport.accountId, who.accountId))).toMatchObject([
      { state: 'running' },
    ]);
  });
});
