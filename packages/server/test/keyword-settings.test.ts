import { keywordPresets, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordSettings, membership } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

type Envelope = { status: string; message?: string; data: unknown };

let built: Built;

async function read(browser?: SignedInBrowser, path = '') {
  const answer = await built.app.inject({ url: `/api/keyword-settings${path}`, headers: browser?.headers ?? {} });
  return { code: answer.statusCode, ...answer.json<Envelope>() };
}

async function save(browser: SignedInBrowser, payload: object) {
  const answer = await built.app.inject({ method: 'POST', url: '/api/keyword-settings', headers: browser.headers, payload });
  return { code: answer.statusCode, ...answer.json<Envelope>() };
}

const settings = (requiredKeywords: string[], forbiddenKeywords: string[]) => ({
  keyword_settings: { requiredKeywords, forbiddenKeywords },
});

beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

describe('keyword settings', () => {
  it('KEY-02 starts with two empty lists', async () => {
    expect(await read(await registerAndSignIn(built))).toMatchObject({ code: 200, data: settings([], []) });
  });

  it('KEY-02 saves both lists without blanks and repeats, keeping order and spelling', async () => {
    const browser = await registerAndSignIn(built);
    const saved = await save(browser, {
      required_keywords: ['  Shirt ', '', 'shoes', 'SHIRT', '   '],
      forbidden_keywords: ['Straße', 'STRASSE', 'ｇｕｎ', 'gun', 'white power'],
    });
    const expected = settings(['Shirt', 'shoes'], ['Straße', 'ｇｕｎ', 'white power']);
    expect(saved).toEqual({
      code: 200,
      status: 'success',
      message: 'Keyword settings saved successfully!',
      data: expected,
    });
    expect((await read(browser)).data).toEqual(expected);
  });

  it('KEY-02 keeps one record an account, also when it is saved many times at once', async () => {
    const browser = await registerAndSignIn(built);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(browser, { required_keywords: [`word ${n}`], forbidden_keywords: [] })),
    );
    expect(answers.every(({ code }) => code === 200)).toBe(true);
    await save(browser, { required_keywords: [], forbidden_keywords: [] });
    expect((await read(browser)).data).toEqual(settings([], []));
    const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, browser.userId));
    const rows = await built.context.db
      .select()
      .from(keywordSettings)
      .where(eq(keywordSettings.accountId, member?.accountId ?? ''));
    expect(rows).toHaveLength(1);
  });

  it('SEC-03 shows and changes the lists of the own account only', async () => {
    const [one, other] = [await registerAndSignIn(built), await registerAndSignIn(built)];
    await save(one, { required_keywords: ['one'], forbidden_keywords: [] });
    await save(other, { required_keywords: ['other'], forbidden_keywords: [] });
    expect((await read(one)).data).toEqual(settings(['one'], []));
  });

  it('SEC-06 takes lists up to the limits', async () => {
    const browser = await registerAndSignIn(built);
    const most = Array.from({ length: limits.keywordsMax }, (_, n) => `${n}`.padEnd(limits.keywordMaxLength, 'x'));
    expect((await save(browser, { required_keywords: most, forbidden_keywords: most })).code).toBe(200);
    const data = settings(most, most);
    expect((await read(browser)).data).toEqual(data);
  });

  it.each([
    ['too many', Array.from({ length: limits.keywordsMax + 1 }, (_, n) => `word ${n}`)],
    ['too long', ['x'.repeat(limits.keywordMaxLength + 1)]],
    ['no words', [1]],
    ['no list', 'word'],
    ['missing', undefined],
    ['not storable', ['a\u0000b']],
  ])('SEC-06 refuses keywords that are %s and keeps the old ones', async (_kind, keywords) => {
    const browser = await registerAndSignIn(built);
    await save(browser, { required_keywords: ['old'], forbidden_keywords: [] });
    const refused = await save(browser, { required_keywords: [], forbidden_keywords: keywords });
    expect(refused).toMatchObject({ code: 400, status: 'error', data: null });
    expect((await read(browser)).data).toEqual(settings(['old'], []));
  });

  it('KEY-02 is not changed by a viewer', async () => {
    const browser = await registerAndSignIn(built);
    await built.context.db.update(membership).set({ role: 'viewer' }).where(eq(membership.userId, browser.userId));
    expect((await save(browser, { required_keywords: ['x'], forbidden_keywords: [] })).code).toBe(403);
    expect((await read(browser)).data).toEqual(settings([], []));
  });

  it('KEY-02 serves the two presets', async () => {
    const { data } = await read(await registerAndSignIn(built), '/presets');
    expect(data).toEqual({ presets: keywordPresets });
  });

  it.each(['', '/presets'])('AUTH-07 answers 401 without a session at /keyword-settings%s', async (path) => {
    expect(await read(undefined, path)).toMatchObject({ code: 401, status: 'error', data: null });
  });
});
