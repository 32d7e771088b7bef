import {
  type Analysis,
  bareCredentials,
  type CategoryScores,
  categoryNames,
  defaultThresholds,
  WhatIf,
} from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysis, decision, type media } from '../src/db/schema.ts';
import { checkKeywords } from '../src/moderation/judge/check-keywords.ts';
import { reachVerdict } from '../src/moderation/judge/reach-verdict.ts';
import { tryChange } from '../src/moderation/what-if/what-if.ts';
import { ThreadOverdue, type Threads } from '../src/threads/threads.ts';
import { type Built, build } from './helpers/build.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
});
afterAll(() => built.close());

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];

type Item = { scores: CategoryScores; caption?: string; seen?: string; isDeclared?: boolean } & Partial<
  typeof media.$inferInsert
>;

let second = 0;
/** An analysed item; each is newer than the one before. */
async function write(
  { accountId }: Uploader,
  { scores, seen = 'A picture.', isDeclared = false, ...values }: Item,
  attempt = 1,
): Promise<string> {
  second += 1;
  const createdAt = new Date(1_750_000_000_000 + second * 1_000);
  const id = await writeItem(built, accountId, { createdAt, ...values });
  const result = {
    kind: 'png' as const,
    width: 1,
    height: 1,
    frames_analysed: 1,
    processing_time_ms: 1,
    analysis_version: 'x',
    scores,
    coverage,
    description: seen,
    text: '',
    ...(isDeclared ? { content_credentials: { ...bareCredentials('untrusted'), synthetic: 'declared' as const } } : {}),
  };
  const moderation = reachVerdict(result, checkKeywords('', { required: [], forbidden: [], leetspeak: false }));
  await built.context.db.insert(analysis).values({ mediaId: id, attempt, analysis: result, moderation });
  return id;
}
const decided = (who: Uploader, mediaId: string, to: boolean, more: Partial<typeof decision.$inferInsert> = {}) =>
  built.context.db.insert(decision).values({ accountId: who.accountId, mediaId, from: null, to, ...more });

const limits = (explicit: { review: number | null; flag: number | null }) => ({
  limits: { thresholds: { ...defaultThresholds(), sexual_explicit: explicit }, on_analyser_error: 'hold' as const },
});
async function tried(who: Uploader, change: object): Promise<WhatIf> {
  const answer = await send(built, who, '/policy/what-if', { items: 100, ...change });
  expect(answer.statusCode, answer.body).toBe(200);
  return WhatIf.parse(answer.json<{ data: unknown }>().data);
}
const ways = ({ flips }: WhatIf) => Object.fromEntries(flips.map(({ from, to, ...count }) => [`${from} to ${to}`, count]));

describe('what a change would make of checked items', () => {
  it('TRUST-B7 counts those whose files declare themselves synthetic, and no others', async () => {
    const who = await createUploader(built);
    const declared = await write(who, { scores: { sexual_explicit: 0.1 }, isDeclared: true });
    await write(who, { scores: { sexual_explicit: 0.1 } });
    const change = (declared_synthetic: string) => {
      const usual = { thresholds: defaultThresholds(), on_analyser_error: 'hold' };
      return tried(who, { limits: { ...usual, declared_synthetic } });
    };
    expect(ways(await change('note'))).toEqual({});
    expect(ways(await change('review'))).toEqual({ 'safe to review': { items: 1, decided: 0, agrees: 0 } });
    const flagged = await change('flag');
    expect(ways(flagged)).toEqual({ 'safe to flagged': { items: 1, decided: 0, agrees: 0 } });
    expect(flagged.examples.map(({ id }) => id)).toEqual([declared]);
  });

  it('counts those that would flip each way, and how many people had decided alike', async () => {
    const who = await createUploader(built);
    for (const score of [0.1, 0.3, 0.5, 0.69, 0.7, 0.9]) await write(who, { scores: { sexual_explicit: score } });
    const failed = await write(who, { scores: { sexual_explicit: 0.65 } });
    await decided(who, failed, true);
    const passed = await write(who, { scores: { sexual_explicit: 0.62 } });
    await decided(who, passed, true, { overruledAt: new Date() });
    await decided(who, passed, false);
    await decided(who, passed, true, { undoneAt: new Date() });

    const stricter = await tried(who, limits({ review: 0.2, flag: 0.6 }));
    expect(stricter).toMatchObject({ items_checked: 8, is_complete: true, pages: 1, assessed: ['sexual_explicit'] });
    expect(ways(stricter)).toEqual({
      'review to flagged': { items: 3, decided: 2, agrees: 1 },
      'safe to review': { items: 1, decided: 0, agrees: 0 },
    });
    expect(stricter.examples.slice(0, 2)).toMatchObject([
      { id: passed, from: 'review', to: 'flagged', decided: 'passed' },
      { id: failed, from: 'review', to: 'flagged', decided: 'failed' },
    ]);
    expect(ways(await tried(who, limits({ review: null, flag: null })))).toEqual({
      'flagged to safe': { items: 2, decided: 0, agrees: 0 },
      'review to safe': { items: 4, decided: 2, agrees: 1 },
    });
  });

  it('compares with what is saved, so that a policy compared with itself flips nothing', async () => {
    const who = await createUploader(built);
    for (const score of [0.1, 0.5, 0.9]) await write(who, { scores: { sexual_explicit: score }, caption: 'red boot' });
    const change = limits({ review: 0.05, flag: 0.4 });
    expect((await tried(who, {})).flips).toEqual([]);
    expect((await tried(who, change)).flips).toHaveLength(2);
    await send(built, who, '/policy/limits', change.limits);
    expect((await tried(who, change)).flips).toEqual([]);
    expect(ways(await tried(who, limits({ review: null, flag: null })))).toMatchObject({ 'flagged to safe': { items: 2 } });
    // Whatever the limits: what a keyword forbids stays flagged.
    await send(built, who, '/keyword-settings', { forbidden_keywords: ['boot'], required_keywords: [] });
    expect((await tried(who, limits({ review: null, flag: null }))).flips).toEqual([]);
  });

  it('KEY-03 tries keywords by their rules on what was seen and what the uploader wrote', async () => {
    const who = await createUploader(built);
    const party = await write(who, { scores: {}, caption: 'a party' });
    const seen = await write(who, { scores: {}, seen: 'Modern ART on a wall.' });
    await write(who, { scores: { sexual_explicit: 0.9 }, caption: 'art' });
    const art = { forbidden_keywords: ['art'], required_keywords: [] };
    expect((await tried(who, { keywords: art })).examples.map(({ id }) => id)).toEqual([seen, party]);
    const whole = { ...art, forbidden_matches: ['whole_word'] };
    expect((await tried(who, { keywords: whole })).examples.map(({ id }) => id)).toEqual([seen]);
    expect(ways(await tried(who, { keywords: { forbidden_keywords: [], required_keywords: ['wall'] } }))).toEqual({
      'safe to flagged': { items: 1, decided: 0, agrees: 0 },
    });
    // Together: the item that is no longer flagged by its score is flagged by its caption.
    expect(ways(await tried(who, { keywords: whole, ...limits({ review: null, flag: null }) }))).toMatchObject({
      'safe to flagged': { items: 1 },
    });
  });

  it('leaves what a known picture decided as it is', async () => {
    const who = await createUploader(built);
    for (const list of ['block', 'allow']) {
      const id = await write(who, { scores: { sexual_explicit: 0.5 } });
      const match = JSON.stringify({ match: { list, applied: true } });
      await built.database.pool.query('update analysis set moderation = moderation || $2::jsonb where media_id = $1', [
        id,
        match,
      ]);
    }
    expect((await tried(who, limits({ review: null, flag: 0.5 }))).flips).toEqual([]);
    const words = { forbidden_keywords: ['picture'], required_keywords: [] };
    expect(ways(await tried(who, { keywords: words }))).toMatchObject({ 'safe to flagged': { items: 1 } });
  });

  it('looks at the newest analysis of the newest items of the own account, and pages through the flipped', async () => {
    const [who, other] = [await createUploader(built), await createUploader(built)];
    await write(other, { scores: { sexual_explicit: 0.5 } });
    const twice = await write(who, { scores: { sexual_explicit: 0.9 } });
    const { rows } = await built.database.pool.query('select analysis, moderation from analysis where media_id = $1', [twice]);
    const again = { ...rows[0].analysis, scores: { sexual_explicit: 0.01 } };
    await built.context.db
      .insert(analysis)
      .values({ mediaId: twice, attempt: 2, analysis: again, moderation: rows[0].moderation });
    await writeItem(built, who.accountId, { state: 'failed' });
    for (let n = 0; n < 14; n++) await write(who, { scores: { sexual_explicit: 0.5 }, smallKey: 'k/small.webp' });
    await write(who, { scores: { sexual_explicit: 0.5 }, legalHoldAt: new Date(), smallKey: 'k/small.webp' });
    const change = limits({ review: null, flag: 0.5 });
    const first = await tried(who, change);
    expect([first.items_checked, first.pages, first.examples.length]).toEqual([16, 2, 12]);
    expect(first.examples[0]?.thumbnail_url).toBeNull();
    expect(first.examples[1]?.thumbnail_url).toMatch(/small\.webp/);
    const rest = await tried(who, { ...change, page: 2 });
    expect(rest.examples).toHaveLength(3);
    expect((await tried(who, { ...change, page: 3 })).examples).toEqual([]);
  });

  it('keeps an item whose analysis was asked for again and failed, or is under way, by the result that it has', async () => {
    const who = await createUploader(built);
    for (const state of ['done', 'failed', 'refused', 'queued'] as const)
      await write(who, { scores: { sexual_explicit: 0.5 }, state });
    expect((await tried(who, limits({ review: null, flag: 0.5 }))).items_checked).toBe(4);
  });

  it('SEC-06 refuses other numbers of items and limits that could not be saved', async () => {
    const who = await createUploader(built, null);
    for (const change of [{ items: 100_000 }, { items: '100' }, limits({ review: 0.9, flag: 0.1 }), { page: 0 }])
      expect((await send(built, who, '/policy/what-if', { items: 100, ...change })).statusCode).toBe(400);
  });

  it('SEC-06 ends in time and says so', async () => {
    const who = await createUploader(built);
    for (let n = 0; n < 501; n++) await write(who, { scores: { sexual_explicit: 0.5 } });
    const change = { items: 1_000 as const, ...limits({ review: null, flag: 0.5 }) };
    // Asked at the beginning, before the words of each 125 of a batch, and before each further batch of 500.
    let asked = 0;
    const late = (turns: number) => () => (asked++ < turns ? 0 : 10_000);
    const cut = await tryChange(built.context, who.accountId, change, late(5));
    expect(cut).toMatchObject({ items_checked: 500, is_complete: false });
    asked = 0;
    const within = await tryChange(built.context, who.accountId, change, late(3));
    expect(within).toMatchObject({ items_checked: 250, is_complete: false, flips: [{ items: 250 }] });
  });

  it('KEY-03 tries what is there though a busy machine took longer to read it than trying may take', async () => {
    const who = await createUploader(built);
    await write(who, { scores: {}, caption: 'boot' });
    const change = { items: 100 as const, keywords: { forbidden_keywords: ['boot'], required_keywords: [] } };
    // Each use of the database takes a second.
    const { db } = built.context;
    let now = 0;
    const slowly = new Proxy(db, {
      get(of, name) {
        now += 1_000;
        const value: unknown = Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    const tried = await tryChange({ ...built.context, db: slowly }, who.accountId, change, () => now);
    expect(tried).toMatchObject({ items_checked: 1, is_complete: true, flips: [{ items: 1 }] });
  });

  it('SEC-06 counts no item whose words there was no time for, in the middle of a batch or without a thread', async () => {
    const who = await createUploader(built);
    for (let n = 0; n < 5; n++) await write(who, { scores: {}, caption: 'boot' });
    const change = { items: 100 as const, keywords: { forbidden_keywords: ['boot'], required_keywords: [] } };
    let looks = 0;
    const run: Threads['run'] = async (task, input) => task.run(input, () => looks++ > 2);
    const cut = await tryChange({ ...built.context, threads: { ...built.context.threads, run } }, who.accountId, change);
    expect(cut.items_checked).toBeGreaterThan(0);
    expect(cut.items_checked).toBeLessThan(5);
    expect(cut).toMatchObject({ is_complete: false, flips: [{ items: cut.items_checked }] });
    const overdue = { ...built.context.threads, run: () => Promise.reject(new ThreadOverdue('busy')) };
    const none = await tryChange({ ...built.context, threads: overdue }, who.accountId, change);
    expect(none).toMatchObject({ items_checked: 0, is_complete: false, flips: [] });
  });
});
