import { UploadResult } from '@clearframe/contract';
import type { Engine } from '@clearframe/engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media } from '../src/db/schema.ts';
import { saveKeywordSettings } from '../src/keywords/keyword-settings.ts';
import { reanalyse } from '../src/moderation/analyse/reanalyse.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { presentMedia } from '../src/moderation/item/present.ts';
import { type Built, build } from './helpers/build.ts';
import { unpackItem } from './helpers/unpack-item.ts';
import { createUploader, file, loadEngine, picture, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const formats = ['jpg', 'png', 'webp', 'gif', 'heic', 'heif', 'avif'];

describe('an upload, with the real engine', () => {
  let engine: Engine;
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    engine = await loadEngine();
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    await runQueuedModeration(built, engine);
  });
  afterAll(async () => {
    await built.close();
    await engine.close();
  });
  const fetched = async (url: string | null) =>
    await built.app.inject({ url: (url ?? '').replace(built.context.config.publicUrl, '') });
  const setKeywords = (forbidden: string[], required: string[] = []) =>
    saveKeywordSettings(built.context.db, {
      accountId: person.accountId,
      input: { forbidden_keywords: forbidden, required_keywords: required },
      now: built.clock.now(),
    });

  it('UP-06 answers with the item and a verdict in the shape of the contract', async () => {
    const answer = await person.upload({
      media: file(picture('benign/pears.webp'), 'my pears.webp'),
      title: 'Pears',
      description: 'A bowl',
      caption: 'Fresh fruit',
      tags: 'fruit, food,,fruit',
    });
    const result = UploadResult.parse(answer.json<{ data: unknown }>().data);
    expect(answer.statusCode).toBe(200);
    expect(result).toMatchObject({
      status: 'complete',
      usage: { frames_charged: 1, frames_remaining: 99 },
      moderation: { passed: true, policy_version: 'default-1', keyword_check: { passed: true } },
      media_upload: {
        originalFilename: 'my pears.webp',
        originalUrl: null,
        title: 'Pears',
        description: 'A bowl',
        caption: 'Fresh fruit',
        tags: ['fruit', 'food'],
        metadata: null,
        source: 'dashboard',
        mimeType: 'image/webp',
        fileSize: picture('benign/pears.webp').length,
        moderationFlagged: false,
        moderationError: null,
        webhookSentAt: null,
        webhookRetryCount: 0,
        webhookLastError: null,
        decisions: [],
      },
    });
    const { media_upload: item, moderation } = result;
    expect(item.filename).toBe(`${item.id}.webp`);
    expect(item.moderationCheckedAt).toBe(built.clock.now().toISOString());
    expect(item.moderation).toEqual(moderation);
    expect(item.width).toBeGreaterThan(100);
    expect(moderation?.ai_analysis.description).not.toBe('');
    expect(Object.keys(moderation?.ai_analysis.scores ?? {}).length).toBeGreaterThan(0);
    expect(item.moderationResult).toEqual({
      flagged: false,
      ai_description: moderation?.ai_analysis.description,
      found_keywords: [],
      missing_required_keywords: [],
    });
  });

  it('MED-07 MED-08 serves the file as it was sent and copies of two sizes, by signed addresses alone', async () => {
    const sent = picture('formats/pears.heic');
    const { media_upload: item } = resultOf(await person.upload({ media: file(sent, 'pears.heic') }));
    const original = await fetched(item.signedUrl);
    expect(original.rawPayload.equals(sent)).toBe(true);
    expect(original.headers['content-type']).toBe('image/heic');
    for (const url of [item.signedDisplayUrl, item.signedThumbnailUrl, item.signedSmallUrl]) {
      const copy = await fetched(url);
      expect(copy).toMatchObject({ statusCode: 200 });
      expect(copy.headers['content-type']).toBe('image/webp');
      expect(copy.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    }
    expect((await fetched(item.s3Url)).statusCode).toBe(403);
  });

  it('MED-08 serves no place and no name that a phone wrote into a picture, and keeps it upright', async () => {
    const sent = picture('formats/located.jpg');
    const told = ['A person at home', 'Exif\0\0'];
    for (const words of told) expect(sent.includes(words)).toBe(true);
    const { media_upload: item } = resultOf(await person.upload({ media: file(sent, 'IMG_0001.jpg') }));
    expect(item).toMatchObject({ width: 240, height: 180 });
    const original = (await fetched(item.signedUrl)).rawPayload;
    for (const url of [item.signedUrl, item.signedDisplayUrl, item.signedThumbnailUrl, item.signedSmallUrl]) {
      const served = await fetched(url);
      expect(served.statusCode).toBe(200);
      expect(served.rawPayload.includes('A person at home')).toBe(false);
    }
    expect(item.fileSize).toBe(original.length);
    expect(original.length).toBeLessThan(sent.length);
    expect(await engine.analyse(original)).toMatchObject({ kind: 'jpeg', width: 240, height: 180 });

    // Repeated: the same file as far as the key is concerned, whatever became of what is stored.
    const again = { 'idempotency-key': 'located-picture-1' };
    const first = resultOf(await person.upload({ media: file(sent) }, again));
    const second = resultOf(await person.upload({ media: file(sent) }, again));
    expect(second.media_upload.id).toBe(first.media_upload.id);
  });

  it('gives the copy in the place of an original that was analysed before metadata were taken out', async () => {
    const { media_upload: item } = resultOf(await person.upload({ media: file(picture('formats/located.jpg')) }));
    const { db, storage } = built.context;
    await unpackItem(built.context, item.id);
    const older = { metadataFree: false, smallKey: null };
    const [row] = await db.update(media).set(older).where(eq(media.id, item.id)).returning();
    if (!row) throw new Error('The item is gone');
    await storage.put(row.objectKey, picture('formats/located.jpg'));
    const [shown] = await presentMedia(built.context, [row]);
    expect(shown).toMatchObject({ signedUrl: shown?.signedDisplayUrl, signedSmallUrl: shown?.signedThumbnailUrl });
    expect((await fetched(shown?.signedUrl ?? null)).rawPayload.subarray(8, 12).toString()).toBe('WEBP');

    await reanalyse(built.context, person, item.id, false);
    await expect.poll(async () => (await findMedia(db, item.id))?.state).toBe('done');
    const cleaned = await findMedia(db, item.id);
    expect(cleaned).toMatchObject({
      metadataFree: true,
      displayKey: null,
      smallKey: null,
      pack: { parts: { thumbnail: expect.anything() } },
    });
    const isThere = () => storage.get(row.objectKey).then(Boolean, () => false);
    await expect.poll(isThere).toBe(false);
    expect(Buffer.from(await storage.get(cleaned?.objectKey ?? '')).includes('A person at home')).toBe(false);
  });

  it('gives no original before it was analysed', async () => {
    const { media_upload: item } = resultOf(await person.upload({ media: file(picture('benign/pears.webp')) }));
    const row = await findMedia(built.context.db, item.id);
    const queued = row && { ...row, state: 'queued' as const, metadataFree: false, pack: null };
    const [shown] = await presentMedia(built.context, queued ? [queued] : []);
    expect(shown).toMatchObject({ signedUrl: null, withheld: false });
  });

  it.each(['explicit-1', 'explicit-2', 'drawn'])('UP-06 flags %s and says why', async (name) => {
    const result = resultOf(await person.upload({ media: file(picture(`flagged/${name}.png`)) }));
    expect(result.moderation).toMatchObject({ passed: false, ai_analysis: { flagged: true } });
    expect(result.moderation?.reason).toMatch(/^The picture was flagged: /);
    expect(result.media_upload).toMatchObject({ moderationFlagged: true, moderationResult: { flagged: true } });
  });

  it('UP-02 API-02 takes each of the seven formats, whatever its name says', async () => {
    for (const format of formats) {
      const result = resultOf(await person.upload({ media: file(picture(`formats/pears.${format}`), 'x.bin') }));
      expect(result.media_upload.filename, format).toMatch(new RegExp(`\\.${format}$`));
    }
  });

  it('UP-04 KEY-04 fails a harmless picture for a forbidden keyword in its caption, with both spellings', async () => {
    await setKeywords(['casino']);
    const result = resultOf(
      await person.upload({ media: file(picture('benign/pears.webp')), caption: 'Visit our CASINOS tonight' }),
    );
    expect(result.moderation).toMatchObject({
      passed: false,
      ai_analysis: { flagged: false, found_keywords: ['casino'] },
      keyword_check: { passed: false, foundForbidden: ['casino'], found_forbidden: ['casino'], detectedKeywords: ['casino'] },
    });
    expect(result.media_upload.moderationFlagged).toBe(true);
    await setKeywords([]);
  });

  it('KEY-04 matches keywords against what the AI describes', async () => {
    const { moderation } = resultOf(await person.upload({ media: file(picture('benign/pears.webp')) }));
    const word = moderation?.ai_analysis.description.split(' ').find((one) => one.length > 4) ?? '';
    expect(word).not.toBe('');
    await setKeywords([], ['nothing like that', word.toUpperCase()]);
    const met = resultOf(await person.upload({ media: file(picture('benign/pears.webp')) }));
    expect(met.moderation?.keyword_check).toMatchObject({ passed: true, detectedKeywords: [word.toUpperCase()] });
    await setKeywords([], ['nothing like that']);
    const unmet = resultOf(await person.upload({ media: file(picture('benign/pears.webp')) }));
    expect(unmet.moderation?.keyword_check).toMatchObject({ passed: false, missing_required: ['nothing like that'] });
    await setKeywords([]);
  });

  it('API-01 API-03 API-06 gives the same verdict through the external door, with the metadata that was sent', async () => {
    const metadata = { order: 7, nested: { list: [1, 'ü'] } };
    const answer = await person.apiUpload({
      metadata: JSON.stringify(metadata),
      media: file(picture('flagged/explicit-1.png')),
      tags: 'a,b',
    });
    expect(answer.statusCode).toBe(200);
    const result = resultOf(answer);
    expect(result).toMatchObject({ status: 'complete', moderation: { passed: false }, usage: { frames_charged: 1 } });
    expect(result.media_upload).toMatchObject({ metadata, source: 'api', tags: ['a', 'b'] });
    const polled = await built.app.inject({
      url: `/api/v1/media/${result.media_upload.id}`,
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(polled.json<{ data: { media_upload: unknown } }>().data.media_upload).toMatchObject({
      metadata,
      moderationFlagged: true,
    });
  });

  it('MED-08 ends the addresses that it gave within an hour', async () => {
    const { media_upload: item } = resultOf(await person.upload({ media: file(picture('benign/pears.webp')) }));
    built.clock.advance(44 * 60_000);
    expect((await fetched(item.signedUrl)).statusCode).toBe(200);
    built.clock.advance(16 * 60_000);
    expect((await fetched(item.signedUrl)).statusCode).toBe(403);
  });
});
