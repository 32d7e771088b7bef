import {
  type Analysis,
  builtInLabels,
  dsaCategories,
  dsaKeywords,
  type Label,
  type MediaUpload,
  type Moderation,
} from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivery } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

const own = {
  key: 'spam',
  name: 'Spam',
  text: 'It advertises something.',
  ground: 'terms',
  terms_reference: 'House rules, 4',
  categories: ['gore'],
};

describe('labels', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const patch = (who: Who, id: string, payload: object) =>
    built.app.inject({ method: 'PATCH', url: `/api/labels/${id}`, headers: who.headers, payload });
  const all = async (who: Who): Promise<Label[]> => {
    const answer = await built.app.inject({ url: '/api/labels', headers: who.headers });
    return answer.json<{ data: { labels: Label[] } }>().data.labels;
  };
  const labelIn = (answer: LightMyRequestResponse): Label => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { label: Label } }>().data.label;
  };
  const add = async (who: Who, values = {}) => labelIn(await send(built, who, '/labels', { ...own, ...values }));
  const faults = (answer: LightMyRequestResponse) => ({
    status: answer.statusCode,
    paths: (answer.json<{ errors?: { path: string }[] }>().errors ?? []).map(({ path }) => path),
  });
  const one = async (who: Who, key: string): Promise<Label> => {
    const found = (await all(who)).find((label) => label.key === key);
    if (!found) throw new Error(`There is no label ${key}`);
    return found;
  };
  const failed = async (who: Who, id: string, body = {}) => {
    const answer = await send(built, who, `/media/${id}/fail`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (await itemOf(built, who, id)).decisions.at(-1);
  };
  /** An item whose analysis came to these scores. */
  const analysedItem = async (scores: Analysis['scores']): Promise<string> => {
    const answer = await ada.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    const { media_upload: item } = resultOf(answer);
    const examiner: typeof quickExaminer = {
      async examine(bytes) {
        const seen = await quickExaminer.examine(bytes);
        return { ...seen, analysis: { ...seen.analysis, scores } };
      },
    };
    await moderateNow(built.context, examiner, { mediaId: item.id, attempt: 1 });
    return item.id;
  };

  it('TRUST-B2 begins with eight that call nothing illegal, the same for session and token', async () => {
    const labels = await all(ada);
    expect(labels.map(({ key }) => key)).toEqual(builtInLabels.map(({ key }) => key));
    expect(labels.every(({ ground, built_in, active }) => ground === 'terms' && built_in && active)).toBe(true);
    expect(await all(ada)).toEqual(labels);
    const headers = { authorization: `Bearer ${ada.token}` };
    const answer = await built.app.inject({ url: '/api/v1/labels', headers });
    expect(answer.json<{ data: { labels: Label[] } }>().data.labels).toEqual(labels);
    const stranger = await createUploader(built);
    expect(new Set([...labels, ...(await all(stranger))].map(({ id }) => id)).size).toBe(16);
  });

  it('TRUST-B2 uses only names that the EU’s lists hold', () => {
    expect(builtInLabels.filter(({ dsa_category }) => !Object.hasOwn(dsaCategories, dsa_category))).toEqual([]);
    expect(builtInLabels.flatMap(({ dsa_keywords }) => dsa_keywords).filter((one) => !Object.hasOwn(dsaKeywords, one))).toEqual(
      [],
    );
    expect([Object.keys(dsaCategories).length, Object.keys(dsaKeywords).length]).toEqual([16, 69]);
  });

  it('TRUST-B2 adds, changes and removes a label of the account’s own, and another account sees none of it', async () => {
    const made = await add(ada);
    expect(made).toMatchObject({
      ...own,
      strikes: true,
      second_review: false,
      restriction: 'removed',
      active: true,
      built_in: false,
    });
    expect((await all(ada)).at(-1)).toEqual(made);
    const changed = labelIn(await patch(ada, made.id, { name: 'Advertising', second_review: true }));
    expect(changed).toEqual({ ...made, name: 'Advertising', second_review: true });
    const stranger = await createUploader(built);
    expect((await all(stranger)).map(({ key }) => key)).not.toContain('spam');
    expect((await patch(stranger, made.id, { name: 'Mine' })).statusCode).toBe(404);
    expect((await send(built, stranger, `/labels/${made.id}`, undefined, 'DELETE')).statusCode).toBe(404);
    expect((await send(built, ada, `/labels/${made.id}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect((await all(ada)).map(({ key }) => key)).not.toContain('spam');
  });

  it('TRUST-B2 a built-in label changes for its account alone, keeps its key, and is switched off instead of removed', async () => {
    const stranger = await createUploader(built);
    const { id } = await one(ada, 'hate');
    expect(labelIn(await patch(ada, id, { text: 'Not here.' }))).toMatchObject({ id, text: 'Not here.', built_in: true });
    expect((await one(stranger, 'hate')).text).not.toBe('Not here.');
    expect(faults(await patch(ada, id, { key: 'hatred' }))).toEqual({ status: 400, paths: ['key'] });
    await send(built, ada, `/labels/${id}`, undefined, 'DELETE');
    expect(await one(ada, 'hate')).toMatchObject({ id, active: false, text: 'Not here.' });
    const other = await one(ada, 'other');
    expect((await send(built, ada, `/labels/${other.id}`, undefined, 'DELETE')).statusCode).toBe(409);
    expect(faults(await patch(ada, other.id, { active: false }))).toEqual({ status: 400, paths: ['active'] });
  });

  it.each([
    [{ key: 'Spam!' }, 'key'],
    [{ key: 'adult' }, 'key'],
    [{ name: ' ' }, 'name'],
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(2_001) }, 'text'],
    [{ text: 'a\u0007b' }, 'text'],
    [{ ground: 'illegal' }, 'legal_reference'],
    [{ terms_reference: ' ' }, 'terms_reference'],
    [{ reference_url: 'javascript:alert(1)' }, 'reference_url'],
    [{ dsa_category: 'STATEMENT_CATEGORY_NOTHING' }, 'dsa_category'],
    [{ dsa_category: 'constructor' }, 'dsa_category'],
    [{ dsa_keywords: ['NUDITY'] }, 'dsa_keywords'],
    [{ dsa_keywords: Array.from({ length: 11 }, () => 'KEYWORD_NUDITY') }, 'dsa_keywords'],
    [{ dsa_keyword_other: 'adverts' }, 'dsa_keyword_other'],
    [{ restriction: 'burnt' }, 'restriction'],
    [{ categories: ['nothing'] }, 'categories.0'],
  ])('TRUST-B2 refuses %j and names the field', async (values, path) => {
    expect(faults(await send(built, ada, '/labels', { ...own, ...values }))).toEqual({ status: 400, paths: [path] });
    expect(await all(ada)).toHaveLength(8);
  });

  it('TRUST-B2 keeps two labels that are added at once under one key apart, and a hundred in all', async () => {
    const answers = await Promise.all([send(built, ada, '/labels', own), send(built, ada, '/labels', own)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    for (let made = 9; made < 100; made += 1) await add(ada, { key: `own-${made}`, categories: [] });
    const full = await send(built, ada, '/labels', { ...own, key: 'one-more' });
    expect([full.statusCode, full.json<{ code: string }>().code]).toEqual([409, 'labels_full']);
  });

  it('TRUST-B2 two people who change one label at once each change their part', async () => {
    const { id } = await add(ada);
    await Promise.all([patch(ada, id, { name: 'Adverts' }), patch(ada, id, { strikes: false })]);
    expect(await one(ada, 'spam')).toMatchObject({ name: 'Adverts', strikes: false });
  });

  it('TRUST-B2 a Fail bears the label that was asked for by key or id, as it was called then', async () => {
    const made = await add(ada);
    const id = await writeItem(built, ada.accountId);
    const named = { id: made.id, key: 'spam', name: 'Spam' };
    expect((await failed(ada, id, { label: 'spam' }))?.label).toEqual(named);
    expect((await failed(ada, id, { label: made.id }))?.label).toEqual(named);
    await patch(ada, made.id, { name: 'Advertising' });
    expect((await itemOf(built, ada, id)).decisions.map(({ label }) => label)).toEqual([named, named]);
    const bearer = { authorization: `Bearer ${ada.token}` };
    const url = `/api/v1/media/${id}/fail`;
    const answer = await built.app.inject({ method: 'POST', url, headers: bearer, payload: { label: 'spam' } });
    const { media_upload: item } = answer.json<{ data: { media_upload: MediaUpload } }>().data;
    expect(item.decisions.at(-1)?.label).toEqual({ ...named, name: 'Advertising' });
  });

  it('TRUST-B2 a Fail without a label bears that of the highest flagged category, else "other"; a Pass bears none', async () => {
    expect((await failed(ada, await analysedItem({ gore: 0.8, nudity: 0.9 })))?.label?.key).toBe('adult');
    await add(ada);
    expect((await failed(ada, await analysedItem({ gore: 0.8, nudity: 0.7 })))?.label?.key).toBe('spam');
    const id = await writeItem(built, ada.accountId);
    expect((await failed(ada, id))?.label?.key).toBe('other');
    await send(built, ada, `/media/${id}/pass`);
    expect((await itemOf(built, ada, id)).decisions.at(-1)?.label).toBeNull();
  });

  it('TRUST-B2 refuses a label on a Pass, an unknown one, one that is off, and another account’s; nothing is decided', async () => {
    const id = await writeItem(built, ada.accountId);
    const stranger = await createUploader(built);
    const off = await add(ada, { active: false });
    const foreign = await add(stranger, { key: 'foreign' });
    for (const [verdict, label] of [
      ['pass', 'adult'],
      ['fail', 'nothing'],
      ['fail', off.key],
      ['fail', foreign.id],
      ['fail', 'foreign'],
    ] as const) {
      expect(faults(await send(built, ada, `/media/${id}/${verdict}`, { label }))).toEqual({ status: 400, paths: ['label'] });
      const many = await send(built, ada, '/media/decisions', { ids: [id], verdict, label });
      expect(faults(many)).toEqual({ status: 400, paths: ['label'] });
    }
    expect((await itemOf(built, ada, id)).decisions).toEqual([]);
  });

  it('TRUST-B2 many items fail under one label', async () => {
    const ids = [await writeItem(built, ada.accountId), await writeItem(built, ada.accountId)];
    await send(built, ada, '/media/decisions', { ids, verdict: 'fail', label: 'violence' });
    for (const id of ids) expect((await itemOf(built, ada, id)).decisions[0]?.label?.key).toBe('violence');
  });

  it('TRUST-B2 a label that a decision names is switched off when it is deleted, also one that is used at this moment', async () => {
    const made = await add(ada);
    const id = await writeItem(built, ada.accountId);
    const locked = Promise.withResolvers<void>();
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // Somebody decides: they hold the label and have not committed.
    const deciding = built.context.db.transaction(async (tx) => {
      await tx.execute(sql`select from label where id = ${made.id} for key share`);
      locked.resolve();
      await expect.poll(async () => (await tx.execute(waits)).rows.length).toBe(1);
      await tx.execute(sql`insert into decision (media_id, account_id, user_id, "from", "to", label_id, label_key, label_name)
        values (${id}, ${ada.accountId}, ${ada.userId}, false, true, ${made.id}, 'spam', 'Spam')`);
    });
    await locked.promise;
    const [, answer] = await Promise.all([deciding, send(built, ada, `/labels/${made.id}`, undefined, 'DELETE')]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await one(ada, 'spam')).toMatchObject({ id: made.id, active: false });
  });

  it('TRUST-B2 automatic flags and webhooks carry the key of the label', async () => {
    await send(built, ada, '/webhooks', { webhookUrl: 'https://hooks.example/in' });
    const id = await analysedItem({ gore: 0.95, nudity: 0.85 });
    expect((await itemOf(built, ada, id)).moderation?.label).toBe('violence');
    await failed(ada, id, { label: 'adult' });
    await send(built, ada, `/media/${id}/pass`);
    const rows = await built.context.db.select().from(delivery).orderBy(delivery.createdAt, delivery.id);
    const told = rows
      .filter(({ mediaId }) => mediaId === id)
      .map(({ body }): Partial<Moderation> => JSON.parse(body ?? '{}').data.moderation);
    expect(told.map(({ passed, label }) => `${passed} ${label}`).toSorted()).toEqual(['false adult', 'false violence']);
  });

  it('MED-06 a viewer reads labels and edits none, a moderator edits', async () => {
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    const moderator = await joinAccount(built, ada.accountId, 'moderator');
    expect(await all(viewer)).toHaveLength(8);
    expect((await send(built, viewer, '/labels', own)).statusCode).toBe(403);
    const { id } = await add(moderator);
    expect((await patch(viewer, id, { name: 'Mine' })).statusCode).toBe(403);
    expect((await send(built, viewer, `/labels/${id}`, undefined, 'DELETE')).statusCode).toBe(403);
    expect(labelIn(await patch(moderator, id, { name: 'Ours' })).name).toBe('Ours');
  });
});
