import { limits, type SavedView } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membership, savedView } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('TRUST-B3 saved views', () => {
  let built: Built;
  let ada: Uploader;
  let ines: SignedInBrowser;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    ines = await joinAccount(built, ada.accountId, 'viewer');
  });

  const ask = (who: Who, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    built.app.inject({ method, url: `/api/views${path}`, headers: who.headers, ...(payload ? { payload } : {}) });
  const made = async (who: Who, body: object) => {
    const answer = await ask(who, 'POST', '', { filter: { status: 'flagged' }, ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { view: SavedView } }>().data.view;
  };
  const names = async (who: Who) =>
    (await ask(who, 'GET')).json<{ data: { views: SavedView[] } }>().data.views.map(({ name }) => name);

  it('keeps filters and order under a name, for their maker until they are shared', async () => {
    const filter = { status: 'undecided', source: 'api', from: '2026-03-01', search: 'shoes', sort: 'likeliest' };
    const view = await made(ada, { name: ' Shoes ', filter });
    expect(view).toMatchObject({ name: 'Shoes', filter, shared: false, by: { id: ada.userId, name: 'Ada Example' } });
    expect(await names(ines)).toEqual([]);
    const shared = await ask(ada, 'PATCH', `/${view.id}`, { shared: true });
    expect(shared.json()).toMatchObject({ data: { view: { name: 'Shoes', filter, shared: true } } });
    expect(await names(ines)).toEqual(['Shoes']);
    await made(ines, { name: 'a viewer saves one too' });
    expect(await names(ines)).toEqual(['a viewer saves one too', 'Shoes']);
    expect(await names(ada)).toEqual(['Shoes']);
  });

  it('is changed and deleted by its maker alone', async () => {
    const view = await made(ada, { name: 'Mine', shared: true });
    expect((await ask(ines, 'PATCH', `/${view.id}`, { name: 'Theirs' })).statusCode).toBe(404);
    expect((await ask(ines, 'DELETE', `/${view.id}`)).statusCode).toBe(404);
    expect((await ask(ada, 'PATCH', `/${view.id}`, { name: 'Renamed' })).statusCode).toBe(200);
    expect((await ask(ada, 'PATCH', `/${view.id}`, {})).json()).toMatchObject({
      data: { view: { name: 'Renamed', shared: true } },
    });
    expect(await names(ines)).toEqual(['Renamed']);
    expect((await ask(ada, 'DELETE', `/${view.id}`)).statusCode).toBe(200);
    expect((await ask(ada, 'DELETE', `/${view.id}`)).statusCode).toBe(404);
    expect(await names(ada)).toEqual([]);
  });

  it('a view of somebody who left is not listed', async () => {
    await made(ines, { name: 'Old', shared: true });
    expect(await names(ada)).toEqual(['Old']);
    const theirs = and(eq(membership.accountId, ada.accountId), eq(membership.userId, ines.userId));
    await built.context.db.delete(membership).where(theirs);
    expect(await names(ada)).toEqual([]);
  });

  it('refuses names that are none, and an order that the list does not have', async () => {
    for (const body of [
      { name: ' ', filter: {} },
      { name: 'x'.repeat(61), filter: {} },
      { name: 'a', filter: { sort: 'likeliest' } },
      { name: 'a', filter: { status: 'unknown' } },
    ])
      expect((await ask(ada, 'POST', '', body)).statusCode, JSON.stringify(body)).toBe(400);
    expect(await names(ada)).toEqual([]);
  });

  it('a person has 50, also when two more are saved at once', async () => {
    const of = { accountId: ada.accountId, userId: ada.userId, name: 'n', filter: { sort: 'newest' }, shared: false } as const;
    await built.context.db.insert(savedView).values(Array.from({ length: limits.viewsMax - 1 }, () => of));
    const body = { name: 'last', filter: {} };
    const answers = await Promise.all([ask(ada, 'POST', '', body), ask(ada, 'POST', '', body)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const full = await ask(ada, 'POST', '', body);
    expect(full.json()).toMatchObject({ code: 'views_full', message: 'You have 50 views. Delete one first.' });
    await made(ines, { name: 'others are not full' });
  });
});
