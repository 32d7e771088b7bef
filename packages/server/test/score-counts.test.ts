import { type Analysis, type CategoryScores, categoryNames, ScoreCounts, scoreBuckets } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysis, type media } from '../src/db/schema.ts';
import { checkKeywords } from '../src/moderation/judge/check-keywords.ts';
import { reachVerdict } from '../src/moderation/judge/reach-verdict.ts';
import { countScores } from '../src/moderation/what-if/count-scores.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
});
afterAll(() => built.close());

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];

const resultOf = (scores: CategoryScores) => ({
  kind: 'png' as const,
  width: 1,
  height: 1,
  frames_analysed: 1,
  processing_time_ms: 1,
  analysis_version: 'x',
  scores,
  coverage,
  description: '',
  text: '',
});

async function analyse(mediaId: string, scores: CategoryScores, attempt = 1): Promise<void> {
  const result = resultOf(scores);
  const moderation = reachVerdict(result, checkKeywords('', { required: [], forbidden: [], leetspeak: false }));
  await built.context.db.insert(analysis).values({ mediaId, attempt, analysis: result, moderation });
}

let second = 0;
/** An analysed item; each is newer than the one before. */
async function write({ accountId }: Uploader, scores: CategoryScores, values: Partial<typeof media.$inferInsert> = {}) {
  second += 1;
  const id = await writeItem(built, accountId, { createdAt: new Date(1_750_000_000_000 + second * 1_000), ...values });
  await analyse(id, scores);
  return id;
}

async function counted({ headers }: Pick<Uploader, 'headers'>): Promise<ScoreCounts> {
  const answer = await built.app.inject({ url: '/api/policy/scores', headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return ScoreCounts.parse(answer.json<{ data: unknown }>().data);
}

/** Buckets that hold something, by their hundredth. */
const filled = (buckets: readonly number[] | undefined) =>
  Object.fromEntries((buckets ?? []).flatMap((scores, bucket) => (scores === 0 ? [] : [[bucket, scores]])));

describe('GET /policy/scores', () => {
  it('counts each category’s scores by the hundredth that they reach, and no category without scores', async () => {
    const who = await createUploader(built);
    for (const score of [0, 0.29, 0.295, 0.7, 1]) await write(who, { sexual_explicit: score });
    await write(who, { synthetic: 0.57 });
    const { categories, ...rest } = await counted(who);
    expect(rest).toEqual({ items_checked: 6, is_complete: true });
    expect(Object.keys(categories).sort()).toEqual(['sexual_explicit', 'synthetic']);
    expect(categories.sexual_explicit).toHaveLength(scoreBuckets);
    expect(filled(categories.sexual_explicit)).toEqual({ 0: 1, 29: 2, 70: 1, 100: 1 });
    expect(filled(categories.synthetic)).toEqual({ 57: 1 });
  });

  it('takes the newest analysis of checked items of the own account alone', async () => {
    const [who, other] = [await createUploader(built), await createUploader(built)];
    await write(other, { gore: 0.5 });
    expect(await counted(who)).toEqual({ items_checked: 0, is_complete: true, categories: {} });
    const twice = await write(who, { sexual_explicit: 0.9 }, { state: 'failed' });
    await analyse(twice, { sexual_explicit: 0.01 }, 2);
    await writeItem(built, who.accountId, { state: 'failed' });
    const { items_checked: items, categories } = await counted(who);
    expect(items).toBe(1);
    expect(filled(categories.sexual_explicit)).toEqual({ 1: 1 });
    expect(Object.keys(categories)).toEqual(['sexual_explicit']);
  });

  it('SEC-06 counts the newest thousand, and ends in time and says so', async () => {
    const who = await createUploader(built);
    await write(who, { gore: 1 });
    for (let n = 0; n < 1_000; n++) await write(who, { gore: 0.5 });
    expect(await counted(who)).toMatchObject({ items_checked: 1_000, is_complete: true });
    expect(filled((await counted(who)).categories.gore)).toEqual({ 50: 1_000 });
    // Asked at the beginning, then before the second batch of 500: the first question starts the budget.
    let asked = 0;
    const late = await countScores(built.context, who.accountId, () => (asked++ < 1 ? 0 : 20_000));
    expect(late).toMatchObject({ items_checked: 500, is_complete: false });
  });

  it('SEC-03 is read by a viewer of the account, and by nobody who is signed out', async () => {
    const who = await createUploader(built);
    await write(who, { gore: 0.5 });
    expect((await counted(await joinAccount(built, who.accountId, 'viewer'))).items_checked).toBe(1);
    expect((await built.app.inject({ url: '/api/policy/scores' })).statusCode).toBe(401);
  });
});
