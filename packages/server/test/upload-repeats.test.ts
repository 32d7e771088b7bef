import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { media, usagePeriod } from '../src/db/schema.ts';
import { idempotencyStaleMs } from '../src/idempotency/idempotency.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { reanalyse } from '../src/moderation/analyse/reanalyse.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { upload } from '../src/moderation/upload/upload.ts';
import { apiRules } from '../src/moderation/upload/upload-rules.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const png = () => file(picture('formats/pears.png'));
const broken = () => file(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')]));

describe('a repeat of an upload', () => {
  let built: Built;
  let person: Uploader;
  let headers: Record<string, string>;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    person = await createUploader(built, 10);
    headers = { 'idempotency-key': randomUUID() };
  });

  const send = (media = png(), query = '?wait=0') => person.apiUpload({ media }, { headers, query });
  const first = async (media = png()) => resultOf(await send(media)).media_upload.id;
  const run = (mediaId: string, attempt = 1) => moderateNow(built.context, quickExaminer, { mediaId, attempt });
  const refuse = (mediaId: string, attempt: number) =>
    built.context.db.update(media).set({ state: 'refused', attempt, moderationError: 'damaged' }).where(eq(media.id, mediaId));
  const period = async () => {
    const [row] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, person.accountId));
    return { used: row?.used, reserved: row?.reserved };
  };

  it('UP-09 answers with the verdict that stands after another analysis refused the file, and deletes nothing', async () => {
    const id = await first();
    await run(id);
    await refuse(id, 2);
    const answer = await send(png(), '');
    expect(resultOf(answer)).toMatchObject({ status: 'complete', media_upload: { id }, moderation: { passed: true } });
    expect(await findMedia(built.context.db, id)).toMatchObject({ state: 'refused' });
  });

  it('UP-09 API-03 of a refused file is refused alike each time', async () => {
    const id = await first(broken());
    await run(id);
    const answers = [await send(broken(), ''), await send(broken(), ''), await send(broken(), '')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(await findMedia(built.context.db, id)).toMatchObject({ state: 'refused' });
  });

  it('UP-09 is no free analysis after one that a person asked for failed', async () => {
    const id = await first();
    await run(id);
    await reanalyse(built.context, person, id, false);
    await failModeration(built.context, { mediaId: id, attempt: 2 });
    const answer = await send();
    expect(resultOf(answer)).toMatchObject({ status: 'complete', media_upload: { id }, moderation: { passed: true } });
    expect(await findMedia(built.context.db, id)).toMatchObject({ state: 'failed', attempt: 2 });
    expect(await period()).toEqual({ used: 1, reserved: 0 });
  });

  it('UP-09 leaves an item alone that is analysed again in the moment in which its first caller learns of the refusal', async () => {
    const id = await first(broken());
    await run(id);
    await built.database.pool.query('update idempotency set finished_at = null, created_at = $1 where media_id = $2', [
      new Date(built.clock.now().getTime() - idempotencyStaleMs),
      id,
    ]);
    const db: Context['db'] = Object.create(built.context.db, {
      transaction: {
        value: async (...transaction: Parameters<Context['db']['transaction']>) => {
          if ((await findMedia(built.context.db, id))?.state === 'refused') await reanalyse(built.context, person, id, false);
          return await built.context.db.transaction(...transaction);
        },
      },
    });
    const bytes = broken().bytes;
    const request: Parameters<typeof upload>[1] = {
      uploader: { accountId: person.accountId, userId: null, accessTokenId: null },
      rules: apiRules,
      route: 'POST /v1/upload',
      key: headers['idempotency-key'] ?? '',
      waitMs: 1_000,
      signal: new AbortController().signal,
      readForm: async (onFile) => {
        async function* parts() {
          yield Buffer.from(bytes);
        }
        return { media: { file: await onFile(parts()), filename: 'picture.png' }, fields: {} };
      },
    };
    const { rows } = await built.database.pool.query('select route from idempotency where media_id = $1', [id]);
    await expect(upload({ ...built.context, db }, { ...request, route: rows[0].route })).rejects.toThrow('could not be decoded');
    expect(await findMedia(built.context.db, id)).toMatchObject({ state: 'queued', attempt: 2 });
    expect(await period()).toEqual({ used: 0, reserved: 1 });
  });
});
