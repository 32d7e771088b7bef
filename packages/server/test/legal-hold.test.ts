import { desc, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media, securityEvent } from '../src/db/schema.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { removeItem } from '../src/moderation/item/remove-item.ts';
import { type Built, build } from './helpers/build.ts';
import { operate } from './helpers/operator.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

describe('a legal hold', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    await runQueuedModeration(built, quickExaminer);
  });
  afterAll(() => built.close());

  const run = (...args: string[]) => runWith({}, ...args);
  const runWith = (env: Record<string, string>, ...args: string[]) => operate(args, { DATABASE_URL: built.database.url, ...env });
  const add = async (name = 'pears.png') =>
    resultOf(await person.upload({ media: file(picture('formats/pears.png'), name) })).media_upload;
  const shown = async (id: string) => {
    const answer = await person.get(`/api/media/${id}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: { media_upload: Record<string, unknown> } }>().data.media_upload;
  };
  const fetched = (url: string | null): Promise<LightMyRequestResponse> =>
    built.app.inject({ url: (url ?? '').replace(built.context.config.publicUrl, '') });

  it('SEC-02 withholds every address of the item, also those signed before, and gives them back when it is lifted', async () => {
    const item = await add();
    const other = await add('other.png');
    const addresses = [item.signedUrl, item.signedDisplayUrl, item.signedThumbnailUrl];
    for (const url of addresses) expect((await fetched(url)).statusCode).toBe(200);

    expect(await run('hold', item.id, '--reason', 'case 7')).toMatchObject({ code: 0, errors: '' });
    const withheld = await shown(item.id);
    expect(withheld).toMatchObject({ withheld: true, signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null });
    for (const url of addresses) expect((await fetched(url)).statusCode).toBe(403);
    expect((await fetched(other.signedUrl)).statusCode).toBe(200);
    expect(JSON.stringify(withheld)).not.toContain('case 7');

    const lifted = await run('release', item.id, '--reason', 'mistaken');
    expect(lifted).toMatchObject({ code: 0, out: `Released ${item.id}: mistaken` });
    expect(await shown(item.id)).toMatchObject({ withheld: false });
    expect((await fetched(item.signedUrl)).statusCode).toBe(200);
  });

  it('SEC-02 keeps the item and its files from being removed by any way', async () => {
    const item = await add();
    await run('hold', item.id, '--reason', 'case 8');
    const row = await findMedia(built.context.db, item.id);
    if (!row) throw new Error('no item');
    const removal = { reason: 'removed' };
    await expect(removeItem(built.context, row, removal)).rejects.toThrow('withholds this item');
    expect((await built.context.storage.get(row.objectKey)).length).toBeGreaterThan(0);
    await run('release', item.id, '--reason', 'over');
    await removeItem(built.context, row, removal);
    await expect(built.context.storage.get(row.objectKey)).rejects.toThrow();
    // What is gone is no error: two may remove the same item.
    expect(await removeItem(built.context, row, removal)).toBe(false);
  });

  it('SEC-02 keeps the item from being analysed again, which would write new copies beside it', async () => {
    const item = await add();
    await run('hold', item.id, '--reason', 'case 9');
    const url = `/api/media/${item.id}/reanalyse`;
    const again = () => built.app.inject({ method: 'POST', url, headers: person.headers, payload: {} });
    const refused = await again();
    expect([refused.statusCode, await shown(item.id)]).toMatchObject([409, { withheld: true, moderationFlagged: false }]);
    await run('release', item.id, '--reason', 'over');
    expect((await again()).statusCode).toBe(202);
  });

  it('UP-08 is recorded with both reasons and listed with what a report needs', async () => {
    const item = await add('listed.png');
    await run('hold', item.id.toUpperCase(), '--reason', 'first');
    expect(await run('hold', item.id, '--reason', 'again')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('held already'),
    });
    const { out } = await run('holds');
    for (const part of [item.id, `objects/${person.accountId}/${item.id}/in`, person.email, ': first', '1 item is held.'])
      expect(out).toContain(part);
    const key = `${person.accountId}/${item.id}/in`;
    const moving = { STORAGE: 's3', STORAGE_PREVIOUS: 'disk', S3_BUCKET: 'pictures', S3_PREFIX: 'one' };
    expect((await runWith(moving, 'holds')).out).toContain(`s3://pictures/one/${key} or objects/${key}`);
    await run('release', item.id, '--reason', 'second');
    expect(await run('release', item.id, '--reason', 'again')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('not held'),
    });
    expect((await run('holds')).out).toBe('0 items are held.');

    const [row] = await built.context.db.select().from(media).where(eq(media.id, item.id));
    expect(row?.legalHoldReason).toMatch(/^held \S+: first; released \S+: second$/);
    const events = await built.context.db
      .select()
      .from(securityEvent)
      .where(eq(securityEvent.detail, item.id))
      .orderBy(desc(securityEvent.id));
    expect(events).toMatchObject([
      { kind: 'media.released', accountId: person.accountId },
      { kind: 'media.held', accountId: person.accountId },
    ]);
  });

  it('UP-08 says what is wrong with the words, and which item is not there', async () => {
    const id = crypto.randomUUID();
    expect(await run('hold', id, '--reason', 'x')).toMatchObject({ code: 1, errors: `There is no item with the id ${id}.` });
    for (const args of [['hold', id], ['hold', 'seven', '--reason', 'x'], ['release'], ['hold', id, id, '--reason', 'x']])
      expect(await run(...args)).toMatchObject({ code: 2, errors: expect.stringContaining('Usage: clearframe') });
  });
});
