import { createHash } from 'node:crypto';
import { type QualityReport, WebhookEnvelope } from '@clearframe/contract';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { delivery, knownPicture, usagePeriod, webhook } from '../src/db/schema.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { reanalyse } from '../src/moderation/analyse/reanalyse.ts';
import { decide } from '../src/moderation/decide/decide.ts';
import { undo } from '../src/moderation/decide/undo.ts';
import { deleteMedia } from '../src/moderation/item/delete-media.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const undoDelayMs = 8_000;

describe('people decide while an analysis is under way', () => {
  let built: Built;
  let person: Uploader;
  let other: { accountId: string; userId: string };
  let suspicious = false;

  const hash = { pdq: createHash('sha256').update('a').digest('hex'), quality: 100 };
  const examine: typeof quickExaminer.examine = async (bytes) => {
    const examined = await quickExaminer.examine(bytes);
    const scores = { nudity: suspicious ? 0.99 : 0.01 };
    return { ...examined, analysis: { ...examined.analysis, scores, hash: { ...hash, mirrored: hash.pdq } } };
  };

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    suspicious = false;
    person = await createUploader(built, 20);
    other = { accountId: person.accountId, userId: (await createUploader(built, null)).userId };
  });

  const queued = async () =>
    resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' })).media_upload.id;
  const jobOf = async (mediaId: string) => {
    const { rows } = await built.database.pool.query(
      "select data from pgboss.job where name = 'moderate-media' and data->>'mediaId' = $1 order by (data->>'attempt')::int desc",
      [mediaId],
    );
    return rows[0]?.data;
  };
  /** Ends the analysis under way as its job asks, on a machine whose clock is so much ahead. */
  const analyse = async (id: string, aheadMs = 0) => {
    const clock = { now: () => new Date(built.clock.now().getTime() + aheadMs) };
    await moderateNow({ ...built.context, clock }, { examine }, await jobOf(id));
    built.clock.advance(1);
  };
  const checked = async () => {
    const id = await queued();
    await analyse(id);
    return id;
  };
  const hooked = () =>
    built.context.db
      .insert(webhook)
      .values({ accountId: person.accountId, url: 'https://hooks.example/in', tokenSealed: 'sealed', secretSealed: 'sealed' });
  const by = async (who: { accountId: string; userId: string }, id: string, verdict: 'pass' | 'fail', heldMs = undoDelayMs) => {
    const made = await decide(built.context, who, id, { verdict, undoDelayMs: heldMs, note: undefined });
    built.clock.advance(1);
    return made;
  };
  const deliveries = (id: string) =>
    built.context.db.select().from(delivery).where(eq(delivery.mediaId, id)).orderBy(asc(delivery.createdAt), delivery.id);
  const seen = (id: string) => itemOf(built, person, id);
  const reserved = async () => {
    const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, person.accountId));
    return period?.reserved;
  };
  const objectsOf = async (id: string) => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) if (key.includes(id)) keys.push(key);
    return keys;
  };
  const dataOf = (row: { body: string | null } | undefined) => WebhookEnvelope.parse(JSON.parse(row?.body ?? '')).data;

  it('HOOK-05 MED-05 an analysis that overrules a Fail within its hold is told, and the Fail is not', async () => {
    const id = await checked();
    await hooked();
    await by(person, id, 'fail');
    await reanalyse(built.context, person, id, true);
    await analyse(id);
    expect((await seen(id)).moderationFlagged).toBe(false);
    const told = await deliveries(id);
    expect(told.map(({ state }) => state)).toEqual(['cancelled', 'waiting']);
    expect(dataOf(told[1])).toMatchObject({ moderation: { passed: true } });
  });

  it('MED-05 an analysis overrules only what was decided before it was asked for', async () => {
    const id = await checked();
    await by(person, id, 'pass', 0);
    suspicious = true;
    await reanalyse(built.context, person, id, true);
    await by(other, id, 'pass', 0);
    await analyse(id);
    const item = await seen(id);
    expect(item.moderationFlagged).toBe(false);
    expect(item.decisions.map(({ overruled_at }) => overruled_at !== null)).toEqual([true, false]);
  });

  it('MED-05 an analysis overrules nothing when nobody had decided as it was asked for', async () => {
    const id = await checked();
    await reanalyse(built.context, person, id, true);
    await by(person, id, 'fail', 0);
    await analyse(id);
    expect(await seen(id)).toMatchObject({ moderationFlagged: true, decisions: [{ overruled_at: null }] });
  });

  it('HOOK-05 keeps the rest of the hold of a Fail when an analysis ends meanwhile', async () => {
    await hooked();
    const id = await queued();
    const made = await by(person, id, 'fail');
    await analyse(id);
    const [held, verdict] = await deliveries(id);
    expect([held?.nextAttemptAt, verdict?.nextAttemptAt]).toEqual([made.undoableUntil, made.undoableUntil]);
    expect(dataOf(verdict)).toMatchObject({ moderation: { passed: false }, decision: { id: made.id } });
  });

  it('HOOK-04 HOOK-05 an analysis is told once, with what is decided last, however often that is replaced within its hold', async () => {
    await hooked();
    const id = await queued();
    await by(person, id, 'fail');
    await analyse(id);
    await by(other, id, 'fail');
    const last = await by(person, id, 'pass');
    const waiting = async () => (await deliveries(id)).filter(({ state }) => state === 'waiting');
    expect((await waiting()).map(dataOf)).toMatchObject([{ moderation: { passed: true }, decision: { id: last.id } }]);
    await undo(built.context, person, id, last.id);
    expect((await waiting()).map(dataOf)).toMatchObject([
      { moderation: { passed: false }, decision: { user: { id: other.userId } } },
    ]);
  });

  it('MED-04 deleting an item that is sent to be analysed again in the same moment gives its frames back', async () => {
    const id = await checked();
    // Between the look at the item and its removal; what comes later removes the files.
    let isAsked = false;
    const db: Context['db'] = Object.create(built.context.db, {
      transaction: {
        value: async (...run: Parameters<Context['db']['transaction']>) => {
          if (!isAsked) await reanalyse(built.context, person, id, false);
          isAsked = true;
          return await built.context.db.transaction(...run);
        },
      },
    });
    await deleteMedia({ ...built.context, db }, person, id);
    expect(await reserved()).toBe(0);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('MED-04 deleting an item whose analysis ends in the same moment leaves no copies behind', async () => {
    const id = await queued();
    const db: Context['db'] = Object.create(built.context.db, {
      transaction: {
        value: async (...run: Parameters<Context['db']['transaction']>) => {
          await analyse(id);
          return await built.context.db.transaction(...run);
        },
      },
    });
    await deleteMedia({ ...built.context, db }, person, id);
    expect(await objectsOf(id)).toEqual([]);
    expect(await findMedia(built.context.db, id)).toBeUndefined();
  });

  it('remembers a decision that was made after a first analysis failed, once there is a hash to know the picture by', async () => {
    const id = await queued();
    await failModeration(built.context, { mediaId: id, attempt: 1 });
    await by(person, id, 'fail', 0);
    await reanalyse(built.context, person, id, false);
    await analyse(id);
    const known = await built.context.db.select().from(knownPicture).where(eq(knownPicture.mediaId, id));
    expect(known).toMatchObject([{ list: 'block' }]);
    // What a person removed from the list stays removed.
    await built.context.db.delete(knownPicture).where(and(eq(knownPicture.mediaId, id)));
    await reanalyse(built.context, person, id, false);
    await analyse(id);
    expect(await built.context.db.select().from(knownPicture).where(eq(knownPicture.mediaId, id))).toEqual([]);
  });

  it('counts a decision that was made before the first result against that result in the figures of quality', async () => {
    const id = await queued();
    await by(person, id, 'fail', 0);
    await analyse(id);
    const answer = await person.get('/api/quality');
    expect(answer.json<{ data: { quality: QualityReport } }>().data.quality).toMatchObject({
      judged: 1,
      decided: 1,
      override: { hits: 1, n: 1 },
      misses: { elsewhere: 1 },
    });
  });

  it('MED-05 Undo takes a decision back though the machine that analysed the item has a clock that is ahead', async () => {
    const id = await queued();
    await analyse(id, 5_000);
    const made = await by(person, id, 'fail');
    await undo(built.context, person, id, made.id);
    expect((await seen(id)).moderationFlagged).toBe(false);
  });

  it('MED-05 Undo is refused after another analysis, though the clock of its machine is behind', async () => {
    const id = await checked();
    const made = await by(person, id, 'fail');
    await reanalyse(built.context, person, id, false);
    await analyse(id, -5_000);
    await expect(undo(built.context, person, id, made.id)).rejects.toThrow('The item has changed since');
    expect((await seen(id)).moderationFlagged).toBe(true);
  });

  it('an item whose analysis failed while its decision stood is flagged after Undo, where the limits of the account say so', async () => {
    await savePolicy(built.context, person, (before) => ({ ...before, on_analyser_error: 'reject' }));
    await hooked();
    const id = await queued();
    const made = await by(person, id, 'pass');
    await failModeration(built.context, { mediaId: id, attempt: 1 });
    await undo(built.context, person, id, made.id);
    expect(await seen(id)).toMatchObject({ moderationFlagged: true, moderationError: expect.stringContaining('account-1') });
    expect((await deliveries(id)).map(dataOf)).toMatchObject([{ moderation: { passed: false, policy_version: 'account-1' } }]);
  });
});
