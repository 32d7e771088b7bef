import type { Appeal, AppealReceipt, PublicStatement, QualityReport, Statement, StatementList } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, appeal, author, decision, machineVerdict, media, statement, user } from '../src/db/schema.ts';
import { statementToken } from '../src/statements/statement-token.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;
const never = new AbortController().signal;
const monthMs = 31 * 24 * 3_600_000;

describe('statements of reasons', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const data = <T>(answer: LightMyRequestResponse, status = 200): T => {
    if (answer.statusCode !== status) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const codeOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ code?: string }>().code];
  const list = async (query = '') => data<StatementList>(await ada.get(`/api/statements${query}`)).statements;
  const write = () => writeStatements(built.context, never);
  const save = (settings: object, who: Who = ada) => send(built, who, '/statement-settings', settings);
  const item = (values: Partial<typeof media.$inferInsert> = {}) => writeItem(built, ada.accountId, values);
  /** An item with what the analysis said of it. */
  const analysed = async (outcome: 'flagged' | 'review' | 'safe', categories: string[] = []) => {
    const mediaId = await item({ moderationFlagged: outcome === 'flagged' });
    const versions = { analysisVersion: 'a', policyVersion: 'p', samplePermille: 0, sampled: false };
    const of = {
      mediaId,
      attempt: 1,
      accountId: ada.accountId,
      outcome,
      categories,
      byKeywords: false,
      newest: true,
      ...versions,
    };
    await built.context.db.insert(machineVerdict).values(of);
    return mediaId;
  };
  const fail = async (mediaId: string, body: object = {}, who: Who = ada) =>
    data(await send(built, who, `/media/${mediaId}/fail`, body));
  const stated = async (mediaId?: string): Promise<Statement> => {
    const id = mediaId ?? (await item());
    await fail(id);
    await write();
    const [found] = await list(`?media_id=${id}`);
    if (!found) throw new Error('No statement was written');
    return found;
  };
  const pathOf = ({ url }: PublicStatement) => new URL(url).pathname;
  const tokenOf = (one: PublicStatement) => pathOf(one).replace('/statement/', '');
  const page = (url: string) => built.app.inject({ url });
  let clients = 0;
  const address = (net: number) => {
    clients += 1;
    return `10.${net}.${clients}.1`;
  };
  const post = (url: string, form: Record<string, string>, remoteAddress = address(1)) =>
    built.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams(form).toString(),
    });
  const appealBy = (token: string, body: object, remoteAddress = address(2)) =>
    built.app.inject({ method: 'POST', url: `/api/public/statements/${token}/appeal`, remoteAddress, payload: body });
  const appealed = async (one: Statement, body: object = { text: 'It is a cat.' }) =>
    data<{ appeal: AppealReceipt }>(await appealBy(tokenOf(one), body)).appeal;
  const decide = (who: Who, id: string, outcome: string) =>
    send(built, who, `/appeals/${id}/decide`, { outcome, answer: 'We looked again.' });

  it('TRUST-B5 writes one statement for a Fail, with the label’s words, and none a second time', async () => {
    await save({ platform_name: 'Pears & Co', contact: 'help@pears.example', out_of_court: 'ADR body, Wien' });
    const mediaId = await analysed('flagged', ['nudity']);
    await fail(mediaId, { label: 'adult', note: 'secret note' });
    expect(await Promise.all([write(), write()])).toContain(1);
    expect(await write()).toBe(0);
    const statements = await list();
    expect(statements).toHaveLength(1);
    const [one] = statements;
    expect(one).toMatchObject({
      number: 1,
      media_id: mediaId,
      facts: 'Software flagged the picture for: nudity. A person reviewed it and decided.',
      ground: 'terms',
      label: { key: 'adult', name: 'Adult content' },
      reference: 'Rules on adult content',
      automated_detection: true,
      automated_decision: 'partially',
      source: 'voluntary',
      restriction: 'removed',
      redress: { contact: 'help@pears.example', out_of_court: 'ADR body, Wien' },
      appeal: null,
      reversed_at: null,
    });
    const byToken = await built.app.inject({
      url: `/api/v1/statements/${one?.id}`,
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(data<{ statement: Statement }>(byToken).statement).toEqual(one);
    expect(data<StatementList>(await ada.get('/api/statements?author=nobody')).pagination.total).toBe(0);
  });

  it('TRUST-B5 waits until the Fail can no longer be undone, and writes nothing for one that was', async () => {
    const kept = await item();
    const undone = await item();
    await fail(kept, { hold_ms: 5_000 });
    await fail(undone, { hold_ms: 5_000 });
    expect(await write()).toBe(0);
    const decisions = (await itemOf(built, ada, undone)).decisions;
    data(await send(built, ada, `/media/${undone}/undo`, { decision_id: decisions.at(-1)?.id }));
    built.clock.advance(5_001);
    expect(await write()).toBe(1);
    expect((await list()).map(({ media_id: id }) => id)).toEqual([kept]);
  });

  it('TRUST-B5 an undo by a machine whose clock is late takes the statement back, also from its public page', async () => {
    const one = await stated();
    await built.context.db.update(decision).set({ undoneAt: built.clock.now() }).where(eq(decision.mediaId, one.media_id));
    expect(await list()).toEqual([]);
    expect((await page(pathOf(one))).statusCode).toBe(404);
  });

  it('TRUST-B5 of a Fail that a second person has to agree with, explains the agreement alone', async () => {
    const label = {
      key: 'two',
      name: 'Two',
      text: 'Two people look.',
      ground: 'terms',
      terms_reference: '1',
      second_review: true,
    };
    data(await send(built, ada, '/labels', label));
    const mediaId = await item();
    await fail(mediaId, { label: 'two' });
    expect(await write()).toBe(0);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    await fail(mediaId, {}, bob);
    expect(await write()).toBe(1);
    const [one] = await list();
    expect(one?.decision_id).toBe((await itemOf(built, ada, mediaId)).decisions.at(-1)?.id);
    const { id } = await appealed(one as Statement);
    // Neither of the two may decide the appeal.
    expect(codeOf(await decide(ada, id, 'upheld'))).toEqual([403, 'another_person_needed']);
    expect(codeOf(await decide(bob, id, 'upheld'))).toEqual([403, 'another_person_needed']);
  });

  it.each([
    ['flagged' as const, false, true, 'partially'],
    ['safe' as const, false, false, 'not_automated'],
    ['flagged' as const, true, true, 'fully'],
    ['safe' as const, true, false, 'fully'],
  ])(
    'TRUST-B5 says of what the analysis called %s (by a program: %s) that detection was %s and the decision %s',
    async (outcome, byProgram, detection, automated) => {
      const mediaId = await analysed(outcome);
      const headers = { authorization: `Bearer ${ada.token}` };
      if (byProgram) data(await built.app.inject({ method: 'POST', url: `/api/v1/media/${mediaId}/fail`, headers, payload: {} }));
      else await fail(mediaId);
      await write();
      expect((await list())[0]).toMatchObject({ automated_detection: detection, automated_decision: automated });
    },
  );

  it('TRUST-B5 explains automatic flags where the account wants it, from then on, and nothing where it is off', async () => {
    await analysed('flagged', ['gore']);
    expect(await write()).toBe(0);
    built.clock.advance(1_000);
    await save({ mode: 'all' });
    const mediaId = await analysed('flagged', ['gore']);
    expect([await write(), await write()]).toEqual([1, 0]);
    expect(await list()).toMatchObject([
      {
        media_id: mediaId,
        decision_id: null,
        label: { key: 'violence' },
        automated_detection: true,
        automated_decision: 'fully',
      },
    ]);
    await save({ mode: 'off' });
    await fail(await item());
    expect(await write()).toBe(0);
  });

  it('TRUST-B5 a run that dies in between loses none and writes none twice', async () => {
    const ids = [await item(), await item(), await item()];
    for (const id of ids) await fail(id);
    const dying = new AbortController();
    const { db } = built.context;
    const transaction = db.transaction.bind(db);
    const killed = {
      ...built.context,
      db: Object.create(db, {
        transaction: {
          value: async (...work: Parameters<typeof transaction>) => {
            dying.abort(new Error('killed'));
            return await transaction(...work);
          },
        },
      }) as typeof db,
    };
    await expect(writeStatements(killed, dying.signal)).rejects.toThrow('killed');
    await write();
    expect((await list()).map(({ media_id: id }) => id).sort()).toEqual([...ids].sort());
    expect((await list()).map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('TRUST-B5 the public page and its JSON name the platform, and neither reviewer, item, author nor our name', async () => {
    await save({ platform_name: '<Pears>' });
    const authorId = 'author-of-it';
    const [made] = await built.context.db.insert(author).values({ accountId: ada.accountId, externalId: authorId }).returning();
    const one = await stated(await item({ authorId: made?.id ?? null, originalFilename: 'holiday.png' }));
    expect(one.author_id).toBe(authorId);
    const json = await page(`/api/public/statements/${tokenOf(one)}`);
    const { statement: told, platform_name: platform } = data<{ statement: PublicStatement; platform_name: string }>(json);
    expect(platform).toBe('<Pears>');
    expect(told).toEqual(
      Object.fromEntries(Object.entries(one).filter(([key]) => !['media_id', 'decision_id', 'author_id'].includes(key))),
    );
    const shown = await page(pathOf(one));
    expect([shown.statusCode, shown.headers['x-robots-tag'], shown.headers['referrer-policy']]).toEqual([
      200,
      'noindex',
      'no-referrer',
    ]);
    expect(shown.body).toContain('&lt;Pears&gt;');
    expect(shown.body).toContain('Not legal advice');
    expect(shown.body).not.toMatch(/<script|clearframe/i);
    for (const secret of [one.media_id, authorId, 'holiday.png', ada.userId])
      expect(shown.body + json.body).not.toContain(secret);
  });

  it('TRUST-B5 a platform without a name is not called by that of a person', async () => {
    await built.context.db.update(user).set({ name: 'Adaline Rarename' }).where(eq(user.id, ada.userId));
    const unnamed = await stated();
    const shown = (await page(pathOf(unnamed))).body;
    expect(shown).toContain('<title>We removed your upload</title>');
    expect(shown).toContain('<b>Statement of reasons</b>');
    expect(shown).not.toContain('Rarename');
    await built.context.db.update(account).set({ name: 'Pears Team' }).where(eq(account.id, ada.accountId));
    expect((await page(pathOf(await stated()))).body).toContain('<b>Pears Team</b>');
    await save({ platform_name: 'Pears Market' });
    expect((await page(pathOf(await stated()))).body).toContain('<b>Pears Market</b>');
  });

  it('TRUST-B5 every wrong token answers alike, on the page, its form and in JSON', async () => {
    const one = await stated();
    const wrong = [
      'x',
      `${one.id}.x`,
      statementToken(built.context, crypto.randomUUID()),
      `${tokenOf(one)}.x`,
      tokenOf(one).slice(1),
    ];
    const pages = await Promise.all(wrong.map((token) => page(`/statement/${token}`)));
    expect(new Set(pages.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const forms = await Promise.all(wrong.map((token) => post(`/statement/${token}`, { text: 'a' })));
    expect(new Set([...pages, ...forms].map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    const json = await Promise.all(wrong.map((token) => page(`/api/public/statements/${token}`)));
    expect(new Set(json.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  });

  it('TRUST-B5 takes one appeal by the form without a script, says so on the page, and keeps what was refused', async () => {
    const one = await stated();
    const refused = await post(pathOf(one), { text: 'My <cat>', email: 'nonsense' });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('My &lt;cat&gt;');
    const sent = await post(pathOf(one), { text: 'My cat\r\nis fine', email: '' });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${pathOf(one)}#appeal`]);
    expect((await page(pathOf(one))).body).toContain('We have your appeal.');
    expect((await post(pathOf(one), { text: 'Again' })).statusCode).toBe(409);
    expect(codeOf(await appealBy(tokenOf(one), { text: 'Again' }))).toEqual([409, 'appeal_exists']);
    const { appeals } = data<{ appeals: Appeal[] }>(await ada.get('/api/appeals?status=open'));
    expect(appeals).toMatchObject([
      { statement_id: one.id, text: 'My cat\nis fine', status: 'open', outcome: null, decided_by: null },
    ]);
  });

  it('TRUST-B5 of ten appeals at once takes one', async () => {
    const one = await stated();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => appealBy(tokenOf(one), { text: `${n}` })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('TRUST-B5 takes five appeals an hour from an address, and none after the last day', async () => {
    const shared = { built, ada };
    built = await build({ config: { rateLimitScale: 1, throughputScale: 1000 } });
    try {
      ada = await createUploader(built);
      const stranger = '10.9.9.9';
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await appealBy(tokenOf(await stated()), { text: 'a' }, stranger)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      // The form says how long, and keeps the words.
      const byForm = await post(pathOf(await stated()), { text: 'My long <appeal>' }, stranger);
      expect(byForm.statusCode).toBe(429);
      expect(byForm.body).toMatch(/Too many appeals came from your network\. Try again in \d+ minutes?\./);
      expect(byForm.body).toContain('My long &lt;appeal&gt;');
      // What the form refuses is no appeal yet.
      const one = await stated();
      const clumsy = '10.9.9.8';
      for (let n = 0; n < 6; n += 1) expect((await post(pathOf(one), { text: ' ' }, clumsy)).statusCode).toBe(400);
      expect((await post(pathOf(one), { text: 'It is a cat.' }, clumsy)).statusCode).toBe(303);
    } finally {
      await built.close();
      ({ built, ada } = shared);
    }
    const late = await stated();
    await built.context.db
      .update(statement)
      .set({ appealUntil: new Date(built.clock.now().getTime() - 1) })
      .where(eq(statement.id, late.id));
    expect(codeOf(await appealBy(tokenOf(late), { text: 'a' }))).toEqual([409, 'appeal_closed']);
    expect((await page(pathOf(late))).body).not.toContain('<form');
  });

  it('TRUST-B5 lets a program appeal with the scope report, and an appeal lasts the months that are set', async () => {
    await save({ appeal_months: 12 });
    const one = await stated();
    const until = Date.parse(one.redress.appeal_until) - Date.parse(one.created_at);
    expect(until).toBeGreaterThan(11 * monthMs);
    const headers = { authorization: `Bearer ${ada.token}` };
    const answer = await built.app.inject({
      method: 'POST',
      url: `/api/v1/statements/${one.id}/appeal`,
      headers,
      payload: { text: 'a' },
    });
    expect(data<{ appeal: AppealReceipt }>(answer).appeal.status).toBe('open');
    expect((await save({ appeal_months: 5 })).statusCode).toBe(400);
  });

  it('TRUST-B5 another person reverses: the item passes, the strike goes, and page, mail and quality say so', async () => {
    const [made] = await built.context.db.insert(author).values({ accountId: ada.accountId, externalId: 'striker' }).returning();
    const mediaId = await analysed('flagged', ['gore']);
    await built.context.db
      .update(media)
      .set({ authorId: made?.id ?? null })
      .where(eq(media.id, mediaId));
    const one = await stated(mediaId);
    const strikes = async () =>
      data<{ author: { strikes: { active: number } } }>(await ada.get('/api/authors/striker')).author.strikes.active;
    expect(await strikes()).toBe(1);
    const { id } = await appealed(one, { text: 'It is a cat.', email: 'author@example.com' });
    expect(codeOf(await decide(ada, id, 'reversed'))).toEqual([403, 'another_person_needed']);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    const both = await Promise.all([decide(bob, id, 'reversed'), decide(bob, id, 'reversed')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(data<{ appeal: Appeal }>(await ada.get(`/api/appeals/${id}`)).appeal).toMatchObject({
      status: 'decided',
      outcome: 'reversed',
      decided_by: { id: bob.userId },
    });
    const passed = await itemOf(built, ada, mediaId);
    expect(passed.moderationFlagged).toBe(false);
    expect(passed.decisions.at(-1)).toMatchObject({ to: false, user: { id: bob.userId } });
    expect(await strikes()).toBe(0);
    expect((await list())[0]).toMatchObject({ appeal: { outcome: 'reversed', answer: 'We looked again.' } });
    expect((await list())[0]?.reversed_at).not.toBeNull();
    const lifted = (await page(pathOf(one))).body;
    expect(lifted).toContain('You were right.');
    expect(lifted).toMatch(/<dt>Effect<\/dt><dd><p>Lifted on \d/);
    expect(lifted).not.toContain('It is no longer on the platform.');
    const { quality } = data<{ quality: QualityReport }>(await ada.get('/api/quality'));
    expect(quality.appeals).toEqual({ decided: 1, reversed: { hits: 1, n: 1, estimate: null } });
    expect(quality.override.hits).toBe(1);
  });

  it('TRUST-B5 the same person may decide where the account says so, a viewer never, and nobody twice', async () => {
    const one = await stated();
    const { id } = await appealed(one);
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    expect((await decide(viewer, id, 'upheld')).statusCode).toBe(403);
    await save({ same_person_appeals: true });
    data(await decide(ada, id, 'upheld'));
    expect(codeOf(await decide(ada, id, 'reversed'))).toEqual([409, 'appeal_decided']);
    expect((await itemOf(built, ada, one.media_id)).moderationFlagged).toBe(true);
    expect((await page(pathOf(one))).body).toContain('The decision stands.');
  });

  it('TRUST-B5 a statement outlasts its item, and an appeal against it can still be right', async () => {
    const one = await stated();
    data(await send(built, ada, `/media/${one.media_id}`, undefined, 'DELETE'));
    const { id } = await appealed(one);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    data(await decide(bob, id, 'reversed'));
    expect((await page(pathOf(one))).body).toContain('We lifted this restriction');
  });

  it('TRUST-B5 of an account that is being deleted no page opens, and no appeal is taken that nobody would decide', async () => {
    const one = await stated();
    const also = await stated();
    const payload = { confirm: ada.email };
    const isOpen = async ({ url }: Statement) => (await page(new URL(url).pathname)).statusCode === 200;
    expect(await isOpen(one)).toBe(true);
    // The page of the second is open already, and its appeal arrives in the middle of the deletion.
    const [closing, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = built.context.db.transaction(async (tx) => {
      await tx.select().from(account).where(eq(account.id, ada.accountId)).for('update');
      await tx.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, ada.accountId));
      closing.resolve();
      await release.promise;
    });
    await closing.promise;
    const late = appealBy(tokenOf(also), { text: 'It is a cat.' });
    try {
      await expect.poll(() => lockWaiters(built.context.db)).toBe(1);
    } finally {
      release.resolve();
    }
    await deleting;
    expect((await late).statusCode).toBe(404);
    await built.context.db.update(account).set({ deletedAt: null }).where(eq(account.id, ada.accountId));
    const asked = await built.app.inject({ method: 'DELETE', url: '/api/users/me', headers: ada.headers, payload });
    expect(asked.statusCode, asked.body).toBe(200);
    expect(await isOpen(one)).toBe(false);
    expect((await page(`/api/public/statements/${tokenOf(one)}`)).statusCode).toBe(404);
    expect((await post(pathOf(one), { text: 'It is a cat.' })).statusCode).toBe(404);
    expect((await appealBy(tokenOf(one), { text: 'It is a cat.' })).statusCode).toBe(404);
    expect(await built.context.db.$count(appeal, eq(appeal.accountId, ada.accountId))).toBe(0);
  });

  it('TRUST-B5 settings begin with their defaults, keep what is left out, and only an owner changes them', async () => {
    const defaults = {
      mode: 'people',
      appeal_months: 6,
      platform_name: '',
      contact: '',
      out_of_court: '',
      same_person_appeals: false,
      appeal_intro: '',
      appeal_thanks: '',
      appeal_upheld: '',
      appeal_reversed: '',
    };
    expect(data(await ada.get('/api/statement-settings'))).toEqual({ statement_settings: defaults });
    await save({ contact: 'a@example.com' });
    expect(data(await save({ mode: 'all' }))).toEqual({
      statement_settings: { ...defaults, contact: 'a@example.com', mode: 'all' },
    });
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    expect((await save({ mode: 'off' }, bob)).statusCode).toBe(403);
  });
});
