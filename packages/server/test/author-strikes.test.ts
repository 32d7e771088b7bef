import { type AuthorStrikes, limits } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStrikes } from '../src/authors/count-strikes.ts';
import { author } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('strikes of some authors at once', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const known = async (externalId: string, accountId = ada.accountId): Promise<string> => {
    const [row] = await built.context.db.insert(author).values({ accountId, externalId }).returning({ id: author.id });
    return row?.id ?? '';
  };
  const ask = (who: Who, ids: readonly string[]) => send(built, who, '/author-strikes', { ids });
  const strikes = async (ids: readonly string[], who: Who = ada) => {
    const answer = await ask(who, ids);
    expect(answer.statusCode, answer.body).toBe(200);
    return Object.fromEntries(answer.json<{ data: AuthorStrikes }>().data.strikes.map(({ id, active }) => [id, active]));
  };
  const fail = async (authorId: string, who: Who = ada, accountId = ada.accountId) => {
    const id = await writeItem(built, accountId, { authorId });
    const answer = await send(built, who, `/media/${id}/fail`, { label: 'adult' });
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  };

  it('TRUST-B1 counts those that stand, and says nothing of who has none or is not known', async () => {
    const [first, second] = [await known('user/42 ?#ü'), await known('second')];
    await known('good');
    const items = [await fail(first), await fail(first), await fail(second)];
    const ids = ['user/42 ?#ü', 'second', 'good', 'nobody'];
    expect(await strikes(ids)).toEqual({ 'user/42 ?#ü': 2, second: 1 });
    expect(await strikes(['good'])).toEqual({});
    built.clock.advance(1_000);
    await send(built, ada, `/media/${items[0]}/pass`);
    await send(built, ada, `/media/${items[2]}/pass`);
    expect(await strikes(ids)).toEqual({ 'user/42 ?#ü': 1 });
  });

  it('TRUST-B1 counts what the page of the author counts, and no longer than the account says', async () => {
    const [old, young] = [await known('old'), await known('young')];
    const [aged] = [await fail(old), await fail(young)];
    const { db } = built.context;
    await db.execute(sql`update decision set at = now() - interval '40 days' where media_id = ${aged}`);
    expect(await strikes(['old', 'young'])).toEqual({ old: 1, young: 1 });
    const page = await ada.get('/api/authors/old');
    expect(page.json<{ data: { author: { strikes: { active: number } } } }>().data.author.strikes.active).toBe(1);
    await send(built, ada, '/author-settings', { strike_days: 30, strikes_to_watch: 0, strikes_to_block: 0 });
    expect(await strikes(['old', 'young'])).toEqual({ young: 1 });
  });

  it('SEC-03 MED-06 counts for every role, and never those of another account under the same id', async () => {
    await fail(await known('u'));
    const stranger = await createUploader(built);
    const theirs = await known('u', stranger.accountId);
    expect(await strikes(['u'], stranger)).toEqual({});
    await fail(theirs, stranger, stranger.accountId);
    await fail(theirs, stranger, stranger.accountId);
    expect(await strikes(['u'], stranger)).toEqual({ u: 2 });
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    expect(await strikes(['u'], viewer)).toEqual({ u: 1 });
    expect((await ask({ headers: {} }, ['u'])).statusCode).toBe(401);
  });

  it.each([
    [[]],
    [[7]],
    [['a\nb']],
    [['x'.repeat(limits.authorIdMaxLength + 1)]],
    [Array.from({ length: limits.authorsCountedMax + 1 }, (_, n) => `u${n}`)],
  ])('TRUST-B1 refuses ids that are none, and more than a page has: %j', async (ids) => {
    expect((await send(built, ada, '/author-strikes', { ids })).statusCode).toBe(400);
  });

  it('TRUST-B1 asks once for as many as may be asked for, of the longest ids', async () => {
    const ids = Array.from({ length: limits.authorsCountedMax }, (_, n) => `${'🍐'.repeat(126)}${String.fromCharCode(97 + n)}`);
    for (const id of ids) await fail(await known(id));
    expect(await strikes(ids)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    expect(await countStrikes(built.context.db, ada.accountId, ids)).toHaveLength(ids.length);
  });
});
