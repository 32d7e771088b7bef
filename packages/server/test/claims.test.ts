import type { Claim, DecideResult, LiveEvent, NextItem } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../src/db/schema.ts';
import { forgetClaims } from '../src/moderation/claim/claims.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('claims', () => {
  let built: Built;
  let ada: Uploader;
  let ines: SignedInBrowser;
  let viewer: SignedInBrowser;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    ines = await joinAccount(built, ada.accountId, 'moderator');
    viewer = await joinAccount(built, ada.accountId, 'viewer');
  });

  const flagged = (values = {}) => writeItem(built, ada.accountId, { moderationFlagged: true, ...values });
  const ask = (who: Who, mediaId: string) => send(built, who, '/queue/claims', { media_id: mediaId });
  const claimed = (answer: LightMyRequestResponse): Claim => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { claim: Claim } }>().data.claim;
  };
  const next = async (who: Who, body = {}): Promise<NextItem> => {
    const answer = await send(built, who, '/queue/next', body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: NextItem }>().data;
  };
  const refusal = (answer: LightMyRequestResponse) => {
    const { code, message } = answer.json<{ code?: string; message: string }>();
    return { status: answer.statusCode, code, message };
  };
  const all = async (who: Who) => {
    const answer = await built.app.inject({ url: '/api/queue/claims', headers: who.headers });
    return answer.json<{ data: { claims: Claim[] } }>().data.claims;
  };
  /** As if the holder had been silent since. */
  const runOut = (id: string) => built.context.db.update(claim).set({ expiresAt: sql`now()` }).where(eq(claim.id, id));

  it('one person holds an item, everybody sees who, and another is told', async () => {
    const id = await flagged();
    const held = claimed(await ask(ada, id));
    expect(held).toMatchObject({ media_id: id, by: { id: ada.userId, name: 'Ada Example' } });
    expect(await all(viewer)).toEqual([held]);
    expect(refusal(await ask(ines, id))).toEqual({
      status: 409,
      code: 'claimed',
      message: 'Ada Example is looking at this item',
    });
    // The same person in two windows goes on with one claim.
    expect(claimed(await ask(ada, id)).id).toBe(held.id);
  });

  it('is free when its holder has been silent, and they learn that it is lost', async () => {
    const id = await flagged();
    const held = claimed(await ask(ada, id));
    await runOut(held.id);
    expect(await all(ada)).toEqual([]);
    const theirs = claimed(await ask(ines, id));
    expect(refusal(await send(built, ada, `/queue/claims/${held.id}/renew`))).toMatchObject({ status: 409, code: 'claim_lost' });
    expect(claimed(await send(built, ines, `/queue/claims/${theirs.id}/renew`)).id).toBe(theirs.id);
  });

  it('goes on after a pause in which nobody took the item', async () => {
    const held = claimed(await ask(ada, await flagged()));
    await runOut(held.id);
    expect(claimed(await send(built, ada, `/queue/claims/${held.id}/renew`)).id).toBe(held.id);
    expect(await all(ada)).toHaveLength(1);
  });

  it('counts among the five of its holder when it goes on after a pause, and the others hear that it is back', async () => {
    const heard: string[] = [];
    const stop = built.context.live.subscribe(ada.accountId, (event) => {
      if (event.type === 'claim.updated') heard.push(event.media_id);
    });
    await built.context.live.listening();
    const paused = claimed(await ask(ada, await flagged()));
    await runOut(paused.id);
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.push(claimed(await ask(ada, await flagged())).media_id);
    claimed(await send(built, ada, `/queue/claims/${paused.id}/renew`));
    expect((await all(ada)).map(({ media_id }) => media_id)).toEqual([...ids.slice(1), paused.media_id]);
    await expect.poll(() => heard).toEqual([paused.media_id, ...ids, paused.media_id, ids[0]]);
    stop();
  });

  it('tells nobody of a renewal that changes nothing for others', async () => {
    const heard: string[] = [];
    const stop = built.context.live.subscribe(ada.accountId, (event) => {
      if (event.type === 'claim.updated') heard.push(event.media_id);
    });
    await built.context.live.listening();
    const held = claimed(await ask(ada, await flagged()));
    claimed(await send(built, ada, `/queue/claims/${held.id}/renew`));
    const later = claimed(await ask(ada, await flagged()));
    await expect.poll(() => heard).toEqual([held.media_id, later.media_id]);
    stop();
  });

  it('is let go at once, by its holder alone, and twice is no fault', async () => {
    const id = await flagged();
    const held = claimed(await ask(ada, id));
    await send(built, ines, `/queue/claims/${held.id}`, undefined, 'DELETE');
    expect(await all(ada)).toHaveLength(1);
    for (let time = 0; time < 2; time += 1)
      expect((await send(built, ada, `/queue/claims/${held.id}`, undefined, 'DELETE')).statusCode).toBe(200);
    expect(claimed(await ask(ines, id)).by.id).toBe(ines.userId);
  });

  it('a person holds five items: the oldest makes room', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 6; made += 1) ids.push(await flagged());
    for (const id of ids) claimed(await ask(ada, id));
    expect((await all(ada)).map(({ media_id }) => media_id)).toEqual(ids.slice(1));
  });

  it('the next item is one that nobody else holds, in the order of the queue', async () => {
    const [first, second, third] = [
      await flagged({ likelihood: 0.9 }),
      await flagged({ likelihood: 0.8 }),
      await flagged({ likelihood: 0.7 }),
    ];
    await writeItem(built, ada.accountId, { likelihood: 1 });
    const filter = { sort: 'likeliest' };
    expect((await next(ada, { filter })).media_upload?.id).toBe(first);
    expect((await next(ines, { filter })).media_upload?.id).toBe(second);
    expect((await next(ada, { filter, skip: [first] })).media_upload?.id).toBe(third);
    expect(await next(ines, { filter, skip: [second] })).toEqual({ media_upload: null, claim: null });
    expect((await next(ada, { filter: { search: 'nothing has this name' } })).claim).toBeNull();
  });

  it('the next item is the one behind another, past what others hold, and from the beginning at the end', async () => {
    const on = (day: string) => flagged({ createdAt: new Date(day) });
    const [oldest, held, newest] = [await on('2026-01-01'), await on('2026-01-02'), await on('2026-01-03')];
    claimed(await ask(ines, held));
    const behind = async (after: string, skip: string[] = []) => (await next(ada, { after, skip })).media_upload?.id;
    expect(await behind(newest)).toBe(oldest);
    expect(await behind(oldest)).toBe(newest);
    expect(await behind(oldest, [newest, oldest])).toBeUndefined();
    await send(built, ada, `/media/${newest}/fail`);
    expect(await behind(newest)).toBe(oldest);
    const foreign = await createUploader(built);
    const theirs = await writeItem(built, foreign.accountId, { moderationFlagged: true });
    expect(await behind(theirs)).toBe(oldest);
  });

  it('ten who ask at once get ten items, and the eleventh gets none', async () => {
    const team = await Promise.all(Array.from({ length: 10 }, () => joinAccount(built, ada.accountId, 'moderator')));
    const ids = new Set<string>();
    for (let made = 0; made < 10; made += 1) ids.add(await flagged());
    const got = await Promise.all(team.map((who) => next(who)));
    expect(new Set(got.map(({ media_upload }) => media_upload?.id))).toEqual(ids);
    expect(new Set(got.map(({ claim: made }) => made?.by.id)).size).toBe(10);
    expect(await next(ada)).toEqual({ media_upload: null, claim: null });
  });

  it('deciding what another person holds asks first, and an override ends their claim', async () => {
    const id = await flagged();
    const held = claimed(await ask(ada, id));
    expect(refusal(await send(built, ines, `/media/${id}/pass`))).toMatchObject({ status: 409, code: 'claimed' });
    expect((await itemOf(built, ada, id)).decisions).toEqual([]);
    expect((await send(built, ines, `/media/${id}/pass`, { override: true })).statusCode).toBe(200);
    expect(refusal(await send(built, ada, `/queue/claims/${held.id}/renew`))).toMatchObject({ code: 'decided_meanwhile' });
    expect(await all(ada)).toEqual([]);
  });

  it('its holder decides without being asked, and so does whoever finds a claim that ran out', async () => {
    const [mine, old] = [await flagged(), await flagged()];
    claimed(await ask(ada, mine));
    expect((await send(built, ada, `/media/${mine}/fail`)).statusCode).toBe(200);
    await runOut(claimed(await ask(ada, old)).id);
    expect((await send(built, ines, `/media/${old}/fail`)).statusCode).toBe(200);
  });

  it('a decision on what somebody else decided meanwhile changes nothing', async () => {
    const id = await flagged();
    await send(built, ada, `/media/${id}/fail`, { last_decision: null });
    const late = await send(built, ines, `/media/${id}/pass`, { last_decision: null });
    expect(refusal(late)).toMatchObject({ status: 409, code: 'decided_meanwhile' });
    const { moderationFlagged, decisions } = await itemOf(built, ada, id);
    expect([moderationFlagged, decisions.length]).toEqual([true, 1]);
    const last = decisions.at(-1)?.id;
    expect((await send(built, ines, `/media/${id}/pass`, { last_decision: last })).statusCode).toBe(200);
  });

  it('of two decisions at once that saw the same item, one stands', async () => {
    const id = await flagged();
    const answers = await Promise.all([
      send(built, ada, `/media/${id}/fail`, { last_decision: null }),
      send(built, ines, `/media/${id}/pass`, { last_decision: null }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await itemOf(built, ada, id)).decisions).toHaveLength(1);
  });

  it('a program asks nobody, and its decision ends the claim', async () => {
    const id = await flagged();
    const held = claimed(await ask(ada, id));
    const headers = { authorization: `Bearer ${ada.token}` };
    const answer = await built.app.inject({ method: 'POST', url: `/api/v1/media/${id}/pass`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(refusal(await send(built, ada, `/queue/claims/${held.id}/renew`))).toMatchObject({ code: 'decided_meanwhile' });
  });

  it('API-05 a program that comes second gets the bare envelope, and changes nothing', async () => {
    const id = await flagged();
    await send(built, ines, `/media/${id}/fail`);
    const headers = { authorization: `Bearer ${ada.token}` };
    const url = `/api/v1/media/${id}/pass`;
    const answer = await built.app.inject({ method: 'POST', url, headers, payload: { last_decision: null } });
    expect(answer.statusCode).toBe(409);
    const message = 'Somebody decided this item first. Nothing was changed.';
    expect(answer.json()).toEqual({ status: 'error', message, data: null });
    expect((await itemOf(built, ada, id)).decisions).toHaveLength(1);
  });

  it('a decision on many leaves out what others hold, and says so', async () => {
    const [free, held] = [await flagged(), await flagged()];
    claimed(await ask(ada, held));
    const answer = await send(built, ines, '/media/decisions', { ids: [free, held], verdict: 'pass' });
    const { results } = answer.json<{ data: { results: DecideResult[] } }>().data;
    expect(results.map(({ error }) => error)).toEqual([null, 'Ada Example is looking at this item']);
    const again = await send(built, ines, '/media/decisions', { ids: [held], verdict: 'pass', override: true });
    expect(again.json<{ data: { results: DecideResult[] } }>().data.results[0]?.error).toBeNull();
  });

  it('the next item is none that is decided at this moment', async () => {
    const id = await flagged();
    const locked = Promise.withResolvers<void>();
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const deciding = built.context.db.transaction(async (tx) => {
      await tx.execute(sql`select from media where id = ${id} for update`);
      locked.resolve();
      await expect.poll(async () => (await tx.execute(waits)).rows.length).toBe(1);
      await tx.execute(sql`insert into decision (media_id, account_id, user_id, "from", "to")
        values (${id}, ${ada.accountId}, ${ada.userId}, true, true)`);
    });
    await locked.promise;
    const [, found] = await Promise.all([deciding, next(ines)]);
    expect(found).toEqual({ media_upload: null, claim: null });
    expect(await all(ines)).toEqual([]);
  });

  it('pages hear of claims that are made and let go', async () => {
    const heard: LiveEvent[] = [];
    const stop = built.context.live.subscribe(ada.accountId, (event) => heard.push(event));
    await built.context.live.listening();
    const id = await flagged();
    const { id: claimId } = claimed(await ask(ada, id));
    await send(built, ada, `/queue/claims/${claimId}`, undefined, 'DELETE');
    const claims = () => heard.filter(({ type }) => type === 'claim.updated');
    await expect.poll(claims).toEqual(Array.from({ length: 2 }, () => ({ type: 'claim.updated', media_id: id })));
    stop();
  });

  it('MED-06 SEC-03 a stranger claims nothing, a viewer may not, and nobody renews what is another’s', async () => {
    const id = await flagged();
    const stranger = await createUploader(built);
    expect((await ask(stranger, id)).statusCode).toBe(404);
    expect(await next(stranger)).toEqual({ media_upload: null, claim: null });
    expect((await ask(viewer, id)).statusCode).toBe(403);
    const held = claimed(await ask(ada, id));
    expect(await all(stranger)).toEqual([]);
    for (const who of [stranger, ines])
      expect(refusal(await send(built, who, `/queue/claims/${held.id}/renew`)).code).toBe('claim_lost');
  });

  it('what ended is forgotten after a while, and what holds is kept', async () => {
    const [old, held] = [claimed(await ask(ada, await flagged())), claimed(await ask(ada, await flagged()))];
    await built.context.db.update(claim).set({ expiresAt: sql`now() - interval '1 hour'` }).where(eq(claim.id, old.id));
    expect(await forgetClaims(built.context)).toBe(1);
    expect((await all(ada)).map(({ id }) => id)).toEqual([held.id]);
  });
});
