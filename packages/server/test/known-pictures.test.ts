import { createHash, randomUUID } from 'node:crypto';
import type { KnownImportResult, KnownPage, KnownSummary, MediaUpload } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownState, securityEvent } from '../src/db/schema.ts';
import { createHashStore } from '../src/hashes/hash-store.ts';
import { importKnown } from '../src/known-pictures/import-known.ts';
import { matchesOf } from '../src/known-pictures/matches-of.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, send } from './helpers/review-team.ts';
import {
  createUploader,
  file,
  moderateNow,
  multipart,
  picture,
  quickExaminer,
  resultOf,
  type Uploader,
} from './helpers/uploads.ts';

const digits = (name: string) => createHash('sha256').update(name).digest('hex');

/** The digits with so many bits turned over, from the first on. */
function moved(pdq: string, bits: number): string {
  const bytes = Buffer.from(pdq, 'hex');
  for (let bit = 0; bit < bits; bit++) bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return bytes.toString('hex');
}

describe('known pictures', () => {
  let built: Built;
  let person: Uploader;
  /** What the next picture is seen as. */
  let hash = { pdq: digits('first'), mirrored: digits('first mirrored'), quality: 100 };
  let score = 0.01;
  /** What the analysis waits for. */
  let gate: Promise<void> | null = null;

  const examine: typeof quickExaminer.examine = async (bytes) => {
    await gate;
    const examined = await quickExaminer.examine(bytes);
    return { ...examined, analysis: { ...examined.analysis, scores: { nudity: score }, hash } };
  };
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    await built.context.queue.work('moderate-media', {}, (job) => moderateNow(built.context, { examine }, job));
  });
  afterAll(() => built.close());

  /** A person of a new account. */
  async function newcomer(): Promise<Uploader> {
    person = await createUploader(built, 50);
    score = 0.01;
    return person;
  }
  async function upload(name: string, more: Partial<typeof hash> = {}): Promise<MediaUpload> {
    hash = { pdq: digits(name), mirrored: digits(`${name} mirrored`), quality: 100, ...more };
    return resultOf(await person.upload({ media: file(picture('formats/pears.png')) })).media_upload;
  }
  const get = async <T>(path: string) => (await person.get(`/api${path}`)).json<{ data: T }>().data;
  const summary = () => get<KnownSummary>('/known-pictures/summary');
  const list = (query = '') => get<KnownPage>(`/known-pictures${query}`);
  const settings = (pass: boolean) => send(built, person, '/known-pictures/settings', { pass_known: pass });
  async function importFile(text: string, query = 'list=block&name=Spring') {
    const form = await multipart({ file: { bytes: Buffer.from(text), name: 'list.csv' } });
    const headers = { ...person.headers, ...form.headers };
    return await built.app.inject({
      method: 'POST',
      url: `/api/known-pictures/imports?${query}`,
      headers,
      payload: form.payload,
    });
  }
  const imported = async (text: string, query?: string) => {
    const answer = await importFile(text, query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: KnownImportResult }>().data;
  };

  it('flags what looks like an item that a person failed, also mirrored', async () => {
    await newcomer();
    const failed = await upload('a');
    expect(failed.moderation?.match).toBeUndefined();
    await send(built, person, `/media/${failed.id}/fail`, { note: 'Ours' });
    const again = await upload('a', { pdq: moved(digits('a'), 31) });
    expect(again).toMatchObject({ moderationFlagged: true, needs_review: false });
    expect(again.moderation?.reason).toMatch(/^The picture matches an item failed on \d+ \w+ \d{4}\.$/);
    expect(again.moderation?.match).toMatchObject({
      list: 'block',
      applied: true,
      distance: 31,
      mirrored: false,
      media_id: failed.id,
      note: 'Ours',
      list_name: null,
    });
    const mirrored = await upload('b', { mirrored: digits('a') });
    expect(mirrored.moderation?.match).toMatchObject({ distance: 0, mirrored: true });
    expect((await upload('c', { pdq: moved(digits('a'), 32) })).moderation?.match).toBeUndefined();
  });

  it('passes what a person passed before when the account asks for it, and a decision on such an item still wins', async () => {
    await newcomer();
    score = 0.99;
    const passed = await upload('a');
    await send(built, person, `/media/${passed.id}/pass`);
    expect(await upload('a')).toMatchObject({
      moderationFlagged: true,
      moderation: { match: { list: 'allow', applied: false } },
    });
    expect((await settings(true)).statusCode).toBe(200);
    const second = await upload('a');
    expect(second).toMatchObject({ moderationFlagged: false, moderation: { match: { applied: true } } });
    await send(built, person, `/media/${second.id}/fail`);
    expect((await itemOf(built, person, second.id)).moderationFlagged).toBe(true);
    // Now both are known, and what was failed counts.
    expect((await upload('a')).moderation?.match).toMatchObject({ list: 'block', media_id: second.id });
  });

  it('refuses a list that comes with a second file, and keeps nothing of the first', async () => {
    await newcomer();
    const listed = { bytes: Buffer.from(`pdq\n${digits('a')}\n`), name: 'list.csv' };
    const form = await multipart({ file: listed, more: { ...listed, name: 'more.csv' } });
    const url = '/api/known-pictures/imports?list=block&name=Spring';
    const headers = { ...person.headers, ...form.headers };
    const answer = await built.app.inject({ method: 'POST', url, headers, payload: form.payload });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, 'The form has one field, the file']);
    expect((await summary()).imports).toEqual([]);
  });

  it('knows nothing of another account', async () => {
    await newcomer();
    await send(built, person, `/media/${(await upload('a')).id}/fail`);
    await newcomer();
    expect((await upload('a')).moderation?.match).toBeUndefined();
    expect(await summary()).toMatchObject({ block: 0, allow: 0 });
  });

  it('forgets a decision that is undone, follows one that changes, and comes back to the one before', async () => {
    await newcomer();
    const { id } = await upload('a');
    const decided = async (verdict: string) => {
      const answer = await send(built, person, `/media/${id}/${verdict}`, { hold_ms: 8_000 });
      return answer.json<{ data: { decision_id: string } }>().data.decision_id;
    };
    const undo = (decisionId: string) => send(built, person, `/media/${id}/undo`, { decision_id: decisionId });
    const failed = await decided('fail');
    expect(await summary()).toMatchObject({ block: 1, allow: 0 });
    const passed = await decided('pass');
    expect(await summary()).toMatchObject({ block: 0, allow: 1 });
    expect((await undo(passed)).statusCode).toBe(200);
    expect(await summary()).toMatchObject({ block: 1, allow: 0 });
    expect((await undo(failed)).statusCode).toBe(200);
    expect(await summary()).toMatchObject({ block: 0, allow: 0 });
    expect((await upload('a')).moderation?.match).toBeUndefined();
  });

  it('forgets a decision that an analysis took the place of', async () => {
    await newcomer();
    const { id } = await upload('a');
    await send(built, person, `/media/${id}/fail`);
    await send(built, person, `/media/${id}/reanalyse`, { overrule: true });
    for (;;) {
      const item = await itemOf(built, person, id);
      if (!item.processing) {
        // It does not match itself.
        expect(item).toMatchObject({ moderationFlagged: false });
        expect(item.moderation?.match).toBeUndefined();
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await summary()).toMatchObject({ block: 0 });
  });

  it('keeps the bare hash when the item is deleted', async () => {
    await newcomer();
    const { id } = await upload('a');
    await send(built, person, `/media/${id}/fail`);
    expect((await list()).known_pictures).toMatchObject([{ media_id: id, thumbnail_url: expect.stringContaining('small') }]);
    await send(built, person, `/media/${id}`, undefined, 'DELETE');
    expect((await list()).known_pictures).toMatchObject([{ media_id: null, thumbnail_url: null, pdq: digits('a') }]);
    expect((await upload('a')).moderation?.match).toMatchObject({ list: 'block', media_id: null });
  });

  it('knows no picture that has too little to be recognised, and compares none', async () => {
    await newcomer();
    const plain = await upload('a', { quality: 49 });
    expect(plain.analysis_metadata?.hash).toMatchObject({ quality: 49 });
    await send(built, person, `/media/${plain.id}/fail`);
    expect(await summary()).toMatchObject({ block: 0 });
    await send(built, person, `/media/${(await upload('a')).id}/fail`);
    expect((await upload('a', { quality: 49 })).moderation?.match).toBeUndefined();
  });

  it('imports a list, once however often it is sent, and says which lines are wrong', async () => {
    await newcomer();
    const text = ['hash,quality,note', `${digits('x')},80,From the partner`, digits('y'), `${digits('z')},12`, digits('y')].join(
      '\n',
    );
    const first = await imported(text);
    expect(first).toMatchObject({ import: { name: 'Spring', pictures: 2 }, added: 2, repeated: 1, too_plain: 1 });
    expect(await imported(text)).toMatchObject({ import: null, added: 0, repeated: 3 });
    expect(await summary()).toMatchObject({ block: 2, imports: [{ name: 'Spring', pictures: 2 }] });
    expect((await upload('x')).moderation).toMatchObject({
      reason: 'The picture matches the block list “Spring”.',
      match: { list_name: 'Spring', media_id: null, note: 'From the partner' },
    });
    const wrong = await importFile(`${digits('q')}\nno hash`);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ errors: [{ path: 'line 2' }] });
    expect((await summary()).block).toBe(2);
    expect((await send(built, person, `/known-pictures/imports/${first.import?.id}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect(await summary()).toMatchObject({ block: 0, imports: [] });
    expect((await upload('x')).moderation?.match).toBeUndefined();
    const kinds = await built.context.db.select().from(securityEvent).where(eq(securityEvent.accountId, person.accountId));
    expect(kinds.map(({ kind, detail }) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ['known.imported', 'block list, 2 hashes'],
        ['known.import_removed', 'block list'],
      ]),
    );
  });

  it('lists what is known, finds what looks like a hash, and removes one', async () => {
    await newcomer();
    await imported([digits('x'), moved(digits('x'), 5), digits('y')].join('\n'));
    expect(await list()).toMatchObject({ pagination: { total: 3 } });
    const near = await list(`?hash=${digits('x')}`);
    expect(near.known_pictures.map(({ distance }) => distance)).toEqual([0, 5]);
    expect(await list(`?list=allow&hash=${digits('x')}`)).toMatchObject({ known_pictures: [], pagination: { total: 0 } });
    const [first] = near.known_pictures;
    await send(built, person, `/known-pictures/${first?.id}`, undefined, 'DELETE');
    expect((await list(`?hash=${digits('x')}`)).known_pictures).toHaveLength(1);
    const refused = await person.get('/api/known-pictures?hash=abc');
    expect(refused.statusCode).toBe(400);
  });

  it('sees at once what another process adds, also by two imports at a time', async () => {
    await newcomer();
    const { db, clock } = built.context;
    const elsewhere = { db, hashStore: createHashStore() };
    const here = { db, hashStore: createHashStore() };
    const sought = { pdq: digits('n 0'), mirrored: digits('no'), quality: 100 };
    const of = { id: randomUUID(), accountId: person.accountId };
    const client = { ip: '127.0.0.1', userAgent: 'test' };
    const add = (from: number, count: number) =>
      importKnown(
        { db, clock },
        { ...person, client },
        { list: 'block', name: 'n' },
        Array.from({ length: count }, (_, n) => ({ pdq: digits(`n ${from + n}`), quality: null, note: null })),
      );
    for (const context of [here, elsewhere]) expect((await matchesOf(context, of, sought)).near).toEqual([]);
    await Promise.all([add(0, 3_000), add(3_000, 2_500)]);
    for (const context of [here, elsewhere]) expect((await matchesOf(context, of, sought)).near).toHaveLength(1);
    await add(6_000, 1);
    const late = { ...sought, pdq: digits('n 6000') };
    for (const context of [here, elsewhere]) {
      // Two at the same time read the same pages.
      const both = await Promise.all([matchesOf(context, of, late), matchesOf(context, of, late)]);
      expect(both.map(({ near }) => near.length)).toEqual([1, 1]);
    }
    const [state] = await db.select().from(knownState).where(eq(knownState.accountId, person.accountId));
    expect(here.hashStore.of(person.accountId, state?.epoch ?? 0)).toMatchObject({ length: 5_501, upTo: 5_501 });
  });

  it('knows an item that was decided before its analysis was done', async () => {
    await newcomer();
    let open: () => void = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    hash = { ...hash, pdq: digits('early') };
    const accepted = resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' }));
    const { id } = accepted.media_upload;
    await send(built, person, `/media/${id}/fail`);
    expect(await summary()).toMatchObject({ block: 0 });
    gate = null;
    open();
    while ((await itemOf(built, person, id)).processing) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await summary()).toMatchObject({ block: 1 });
    expect((await list()).known_pictures).toMatchObject([{ media_id: id, pdq: digits('early') }]);
  });
});
