import { limits } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policy } from '../src/db/schema.ts';
import { readPolicy } from '../src/policy/read-policy.ts';
import { type Built, build } from './helpers/build.ts';
import { send } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
});
afterAll(() => built.close());

const starry = `a${'*b'.repeat(limits.keywordStarsMax + 1)}`;
const wild = (words: readonly string[]) => ({
  forbidden_keywords: words,
  forbidden_matches: words.map(() => 'wildcard'),
  required_keywords: [],
});
const save = (who: Uploader, body: object) => send(built, who, '/keyword-settings', body);

/** A list as it could be saved before there were bounds. */
async function keepOld(who: Uploader): Promise<void> {
  const content = await readPolicy(built.context.db, who.accountId);
  await built.context.db.insert(policy).values({
    accountId: who.accountId,
    number: 1,
    createdBy: null,
    createdAt: built.clock.now(),
    content: { ...content, keywords: { required: [], forbidden: [{ text: starry, match: 'wildcard' }], leetspeak: false } },
  });
}

describe('wildcards that a search has no time for', () => {
  it('SEC-06 are refused by name when a list is saved: too many stars, or too many in a list', async () => {
    const who = await createUploader(built);
    const stars = await save(who, wild(['fine*', starry]));
    expect(stars.statusCode).toBe(400);
    expect(stars.json()).toMatchObject({
      message: `“${starry}” has 5 stars. A keyword can have 4.`,
      errors: [{ path: 'forbidden_keywords' }],
    });
    const words = Array.from({ length: limits.keywordPatternsMax + 1 }, (_, n) => `bet${n}*`);
    expect((await save(who, wild(words))).json()).toMatchObject({
      message: `“bet100*” is wildcard 101 of its list. A list can have 100.`,
    });
    expect((await save(who, wild(words.slice(1)))).statusCode).toBe(200);
  });

  it('SEC-06 of a list saved earlier keep matching, and stand in the way of nothing else', async () => {
    const who = await createUploader(built);
    await keepOld(who);
    const { thresholds, keywords } = await readPolicy(built.context.db, who.accountId);
    expect(keywords).toMatchObject({ forbidden: [{ text: starry, match: 'wildcard' }] });
    // The keywords as they are, and other limits.
    expect((await save(who, { forbidden_keywords: [starry], required_keywords: [] })).statusCode).toBe(200);
    const limited = { thresholds, on_analyser_error: 'reject' };
    expect((await send(built, who, '/policy/limits', limited)).statusCode).toBe(200);
    // A change of the keywords is a save of them.
    expect((await save(who, { forbidden_keywords: [starry, 'more'], required_keywords: [] })).statusCode).toBe(400);
    const hits = await send(built, who, '/keyword-settings/hits', { forbidden_keywords: [starry], required_keywords: [] });
    expect(hits.statusCode).toBe(200);
  });
});
