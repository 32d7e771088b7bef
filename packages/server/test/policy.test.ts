import { defaultThresholds, type PolicyDocument, PolicyHistory } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, keywordSettings, webhook } from '../src/db/schema.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { type Built, build } from './helpers/build.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { itemOf, joinAccount, send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, pngHeader, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 }, parts: fakeVideoParts });
});
afterAll(() => built.close());

type Limits = Partial<Record<keyof ReturnType<typeof defaultThresholds>, { review: number | null; flag: number | null }>>;

const limits = (change: Limits = {}, on_analyser_error = 'hold') => ({
  thresholds: { ...defaultThresholds(), ...change },
  on_analyser_error,
});
const save = (who: Uploader, change: Limits = {}, onError = 'hold') =>
  send(built, who, '/policy/limits', limits(change, onError));
const read = async (who: Pick<Uploader, 'headers'>, path = '/policy') => {
  const answer = await built.app.inject({ url: `/api${path}`, headers: who.headers });
  return { status: answer.statusCode, policy: answer.json<{ data: { policy: PolicyDocument } | null }>().data?.policy };
};
const history = async (who: Uploader, query = '') =>
  PolicyHistory.parse((await who.get(`/api/policy/versions${query}`)).json<{ data: unknown }>().data);
const png = () => file(Buffer.concat([pngHeader, Buffer.from(String(Math.random()))]));
/** Uploads a picture, which scores 0.01 in nudity, and has it judged. */
async function judged(who: Uploader) {
  const { id } = resultOf(await who.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload;
  await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
  return await itemOf(built, who, id);
}

describe('the policy of an account', () => {
  it('TRUST-B7 notes what files declare until something else is saved, and a save without it leaves it', async () => {
    const who = await createUploader(built);
    expect((await read(who)).policy?.content.declared_synthetic).toBe('note');
    expect((await send(built, who, '/policy/limits', { ...limits(), declared_synthetic: 'flag' })).statusCode).toBe(200);
    await save(who, { weapons: { review: 0.3, flag: 0.9 } });
    expect((await read(who)).policy).toMatchObject({ name: 'account-2', content: { declared_synthetic: 'flag' } });
    expect((await history(who)).versions.at(-1)?.changes).toEqual(['A file that declares itself synthetic is flagged']);
    expect((await send(built, who, '/policy/limits', { ...limits(), declared_synthetic: 'detect' })).statusCode).toBe(400);
  });

  it('is the default until something is saved, and each save that changes something is a version that can be read back', async () => {
    const who = await createUploader(built);
    expect((await read(who)).policy).toMatchObject({ name: 'default-1', number: null, content: { on_analyser_error: 'hold' } });
    expect(await history(who)).toEqual({ versions: [], next_before: null });

    expect((await save(who, { weapons: { review: 0.3, flag: 0.9 } })).json()).toMatchObject({
      message: 'The limits were saved',
      data: { policy: { name: 'account-1', content: { thresholds: { weapons: { review: 0.3, flag: 0.9 } } } } },
    });
    await save(who, { weapons: { review: 0.3, flag: 0.9 } });
    await send(built, who, '/keyword-settings', { forbidden_keywords: ['boot'], required_keywords: [] });
    expect((await read(who, '/policy/versions/account-1')).policy?.content.keywords.forbidden).toEqual([]);
    expect((await read(who, '/policy/versions/account-2')).policy?.content).toMatchObject({
      thresholds: { weapons: { flag: 0.9 } },
      keywords: { forbidden: [{ text: 'boot', match: 'partial' }] },
    });
    const { versions } = await history(who);
    expect(versions.map(({ name, changes }) => [name, changes])).toEqual([
      ['account-2', ['Forbidden keywords added: “boot”']],
      ['account-1', ['Weapons: review from 0.6 to 0.3', 'Weapons: flag from off to 0.9']],
    ]);
    expect(versions[0]?.created_by?.id).toBe(who.userId);
    expect((await read(who, '/policy/versions/default-1')).policy?.content.thresholds.weapons).toEqual({
      review: 0.6,
      flag: null,
    });
    for (const name of ['account-3', 'account-0', 'account-01', 'default-2', 'x'])
      expect((await read(who, `/policy/versions/${name}`)).status).toBe(404);
  });

  it('goes back by saving a copy as a new version, with the lists of that time; the default leaves the lists alone', async () => {
    const who = await createUploader(built);
    await send(built, who, '/keyword-settings', { forbidden_keywords: ['boot'], required_keywords: [] });
    await send(built, who, '/keyword-settings', { forbidden_keywords: ['hat'], required_keywords: [] });
    await save(who, { gore: { review: null, flag: null } });
    const back = await send(built, who, '/policy/versions/account-1/restore');
    expect(back.json()).toMatchObject({ data: { policy: { name: 'account-4' } } });
    expect((await who.get('/api/keyword-settings')).json()).toMatchObject({
      data: { keyword_settings: { forbiddenKeywords: ['boot'] } },
    });
    await save(who, { gore: { review: null, flag: null } });
    await send(built, who, '/policy/versions/default-1/restore');
    expect((await read(who)).policy).toMatchObject({
      name: 'account-6',
      content: { thresholds: { gore: { flag: 0.7 } }, keywords: { forbidden: [{ text: 'boot' }] } },
    });
  });

  it('numbers versions without gaps and loses no part of what two people save at once', async () => {
    const who = await createUploader(built);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => save(who, { weapons: { review: n / 10, flag: null } })),
      ...Array.from({ length: 10 }, (_, n) =>
        send(built, who, '/keyword-settings', { forbidden_keywords: [`word ${n}`], required_keywords: [] }),
      ),
    ]);
    const { versions } = await history(who);
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: versions.length }, (_, n) => versions.length - n));
    for (const { changes } of versions) expect(changes.length).toBeGreaterThan(0);
    const { policy } = await read(who);
    const [row] = await built.context.db.select().from(keywordSettings).where(eq(keywordSettings.accountId, who.accountId));
    expect(row?.forbidden).toEqual(policy?.content.keywords.forbidden.map(({ text }) => text));
  });

  it('refuses limits of somebody who did not see what another saved meanwhile, but not because keywords changed', async () => {
    const who = await createUploader(built);
    const basedOn = (based_on: string, change: Limits) => send(built, who, '/policy/limits', { ...limits(change), based_on });
    await send(built, who, '/keyword-settings', { forbidden_keywords: ['boot'], required_keywords: [] });
    expect((await basedOn('default-1', { weapons: { review: 0.3, flag: 0.9 } })).statusCode).toBe(200);
    const late = await basedOn('account-1', { gore: { review: 0.1, flag: 0.2 } });
    expect([late.statusCode, late.json<{ message: string }>().message]).toEqual([
      409,
      'Somebody else changed the limits meanwhile. Nothing was saved.',
    ]);
    expect((await read(who)).policy?.name).toBe('account-2');
    const informed = { weapons: { review: 0.3, flag: 0.9 }, gore: { review: 0.1, flag: 0.2 } };
    expect((await basedOn('account-2', informed)).statusCode).toBe(200);
    expect((await basedOn('account-77', informed)).statusCode).toBe(404);
  });

  it('lists versions page by page', async () => {
    const who = await createUploader(built);
    for (let n = 1; n <= 23; n++) await save(who, { weapons: { review: n / 100, flag: null } });
    const first = await history(who);
    expect([first.versions.length, first.versions[0]?.number, first.next_before]).toEqual([20, 23, 4]);
    const rest = await history(who, '?before=4');
    expect(rest.versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(rest.next_before).toBeNull();
    expect(first.versions.at(-1)?.changes).toEqual(['Weapons: review from 0.03 to 0.04']);
  });

  it.each([
    ['above 1', { nudity: { review: 0.5, flag: 1.1 } }],
    ['below 0', { nudity: { review: -0.1, flag: 1 } }],
    ['with the flag limit below the review limit', { nudity: { review: 0.6, flag: 0.5 } }],
    ['with the safety of minors switched off', { minor_safety: { review: 0.05, flag: null } }],
    ['with minors never reviewed', { minor_safety: { review: null, flag: 0.3 } }],
    ['with minors above the default', { minor_safety: { review: 0.05, flag: 0.5 } }],
  ])('refuses limits %s, and nothing is saved', async (_what, change) => {
    const who = await createUploader(built, null);
    const answer = await save(who, change);
    expect(answer.statusCode, answer.body).toBe(400);
    expect((await read(who)).policy?.name).toBe('default-1');
  });

  it('refuses limits without a category', async () => {
    const who = await createUploader(built, null);
    const { gore: _gore, ...thresholds } = defaultThresholds();
    expect((await send(built, who, '/policy/limits', { thresholds, on_analyser_error: 'hold' })).statusCode).toBe(400);
  });

  it('SEC-03 is read by a viewer and saved by owners and moderators only', async () => {
    const who = await createUploader(built);
    const viewer = await joinAccount(built, who.accountId, 'viewer');
    expect((await read(viewer)).status).toBe(200);
    for (const path of ['/policy/limits', '/policy/what-if', '/policy/versions/default-1/restore'])
      expect((await send(built, viewer, path, { ...limits(), items: 100 })).statusCode).toBe(403);
    const moderator = await joinAccount(built, who.accountId, 'moderator');
    expect((await send(built, moderator, '/policy/limits', limits({ gore: { review: 0.1, flag: 0.2 } }))).statusCode).toBe(200);
  });
});

describe('a verdict', () => {
  it('follows the policy of its account and names it', async () => {
    const who = await createUploader(built);
    expect((await judged(who)).moderation).toMatchObject({ passed: true, policy_version: 'default-1' });
    await save(who, { nudity: { review: 0, flag: 0.01 } });
    const item = await judged(who);
    expect(item).toMatchObject({
      moderationFlagged: true,
      moderation: { policy_version: 'account-1', ai_analysis: { thresholds: { nudity: { review: 0, flag: 0.01 } } } },
    });
    expect((await judged(await createUploader(built))).moderation).toMatchObject({ passed: true, policy_version: 'default-1' });
  });

  it('API-03 flags the seconds of a video by the limits that judge the video', async () => {
    const who = await createUploader(built);
    const given: unknown[] = [];
    const examiner = fakeExaminer(async ({ thresholds }) => void given.push(thresholds?.sexual_explicit));
    await save(who, { sexual_explicit: { review: 0.005, flag: 0.98 } });
    const { id } = resultOf(await who.apiUpload({ media: file(fakeVideo(3), 'clip.mp4') })).media_upload;
    await moderateNow(built.context, examiner, { mediaId: id, attempt: 1 });
    expect(given).toEqual([{ review: 0.005, flag: 0.98 }]);
    expect(await itemOf(built, who, id)).toMatchObject({ needs_review: true, moderation: { policy_version: 'account-1' } });
  });

  it('KEY-03 finds whole words, wildcards and look-alikes where the account asks for it, and keeps that for old clients', async () => {
    const who = await createUploader(built);
    const flagged = async (caption: string) => {
      const { id } = resultOf(await who.apiUpload({ media: png(), caption }, { query: '?wait=0' })).media_upload;
      await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
      return (await itemOf(built, who, id)).moderation?.keyword_check.foundForbidden;
    };
    const lists = { forbidden_keywords: ['art', 'bet*', 'boot'], required_keywords: [] };
    await send(built, who, '/keyword-settings', lists);
    expect(await flagged('a party, betting, b00t')).toEqual(['art']);
    const matches = { forbidden_matches: ['whole_word', 'wildcard', 'partial'], leetspeak: true };
    await send(built, who, '/keyword-settings', { ...lists, ...matches });
    expect(await flagged('a party, betting, b00t')).toEqual(['bet*', 'boot']);
    // A client that knows lists of words only.
    await send(built, who, '/keyword-settings', { ...lists, forbidden_keywords: ['boot', 'bet*', 'art', 'new'] });
    expect(await flagged('a party, betting, b00t, newer')).toEqual(['boot', 'bet*', 'new']);
  });

  it('is Not checked after an analysis that failed for good, or flagged with the reason and told, as the account asks', async () => {
    const who = await createUploader(built);
    const values = { accountId: who.accountId, url: 'https://hooks.example/in', tokenSealed: 'sealed', secretSealed: 'sealed' };
    await built.context.db.insert(webhook).values(values);
    const failed = async () => {
      const { id } = resultOf(await who.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload;
      await failModeration(built.context, { mediaId: id, attempt: 1 });
      const told = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
      return { item: await itemOf(built, who, id), told };
    };
    const held = await failed();
    expect(held.item).toMatchObject({ moderationFlagged: null, moderationError: 'The analysis failed and was not charged' });
    expect(held.told).toEqual([]);

    await savePolicy(built.context, who, (before) => ({ ...before, on_analyser_error: 'reject' }));
    const { item, told } = await failed();
    const reason =
      'The analysis failed and was not charged. It is flagged, because the limits of the account say so (account-1).';
    expect(item).toMatchObject({ moderationFlagged: true, moderationError: reason, moderation: null });
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0]?.body ?? '{}')).toMatchObject({
      data: { moderation: { passed: false, reason, policy_version: 'account-1' } },
    });
    // An item that was judged before keeps that when a new analysis fails.
    const judgedBefore = await judged(who);
    await send(built, who, `/media/${judgedBefore.id}/reanalyse`, {});
    await failModeration(built.context, { mediaId: judgedBefore.id, attempt: 2 });
    expect((await itemOf(built, who, judgedBefore.id)).moderationFlagged).toBe(false);
  });
});
