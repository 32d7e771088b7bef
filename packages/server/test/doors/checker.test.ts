import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Checker, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { media, securityEvent, usagePeriod } from '../../src/db/schema.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, dayMs, file, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

let built: Built;
let owner: Uploader;
let origin: string;
const lines: string[] = [];
/** What the examiner of this file says of every picture. */
let scores: Record<string, number> = {};
let isDown = false;

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 }, onLog: (line) => lines.push(line) });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${z.custom<AddressInfo>().parse(built.app.server.address()).port}`;
  owner = await createUploader(built);
  await runQueuedModeration(built, {
    async examine(bytes) {
      if (isDown) throw new Error('the analyser is down');
      const examined = await quickExaminer.examine(bytes);
      return { ...examined, analysis: { ...examined.analysis, scores: { ...examined.analysis.scores, ...scores } } };
    },
  });
});
afterAll(() => built.close());

const pears = picture('formats/pears.png');
const damaged = Buffer.concat([pears, Buffer.from('broken')]);

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, on = owner) =>
  built.app.inject({ method, url: `/api${url}`, headers: on.headers, ...(payload ? { payload } : {}) });

async function make(fields: object = {}, on = owner): Promise<Checker> {
  const answer = await call('POST', '/checkers', { name: 'Lemmy', ...fields }, on);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { checker: Checker } }>().data.checker;
}

/** As pict-rs and its like do: the bytes as body, over a real connection. */
async function post({ secret }: Pick<Checker, 'secret'>, body: Buffer | string = pears, headers: Record<string, string> = {}) {
  const given = { 'content-type': 'image/png', ...headers };
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await fetch(`${origin}/api/check/${secret}`, { method: 'POST', headers: given, body: sent });
  return {
    status: answer.status,
    verdict: answer.headers.get('x-clearframe-verdict'),
    retry: answer.headers.get('retry-after'),
    body: z.record(z.string(), z.unknown()).parse(await answer.json()),
  };
}
async function scored<T>(given: Record<string, number>, work: () => Promise<T>): Promise<T> {
  scores = given;
  return await work().finally(() => {
    scores = {};
  });
}
const frames = async (on = owner) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used ?? 0, reserved: period?.reserved };
};
/** Ends the analysis of whatever check waits, as the queue does after its last try. */
async function failWaiting(): Promise<void> {
  for (;;) {
    const [row] = await built.context.db.select().from(media).where(eq(media.kept, false));
    if (row) return await failModeration(built.context, { mediaId: row.id, attempt: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('an address that answers yes or no', () => {
  it('DOOR-A3 says yes by 200 and no by the status that was chosen, and costs one frame', async () => {
    const before = await frames();
    const usual = await make();
    expect(usual).toMatchObject({
      reject_status: 406,
      on_error: 'closed',
      timeout_ms: 25_000,
      withheld: false,
      last_used_at: null,
    });
    expect(await post(usual)).toMatchObject({
      status: 200,
      verdict: 'pass',
      body: { verdict: 'pass', categories: [], media_id: null },
    });
    const failed = await scored({ sexual_explicit: 0.9 }, () => post(usual));
    expect(failed).toMatchObject({ status: 406, verdict: 'fail', body: { verdict: 'fail', categories: ['sexual_explicit'] } });
    const pds = await make({ reject_status: 451 });
    expect(await scored({ sexual_explicit: 0.9 }, () => post(pds))).toMatchObject({ status: 451, verdict: 'fail' });
    expect(await frames()).toEqual({ used: before.used + 3, reserved: 0 });
    expect(await built.context.db.select().from(media).where(eq(media.accountId, owner.accountId))).toEqual([]);
    const list = await call('GET', '/checks?door=checker');
    expect(list.json()).toMatchObject({ data: { checks: [{ verdict: 'fail', token: null }, {}, { verdict: 'pass' }] } });
    expect((await call('GET', '/checkers')).json()).toMatchObject({
      data: { checkers: [{ last_used_at: expect.any(String) }, {}] },
    });
  });

  it('DOOR-A3 lets a doubtful picture through or not, as the checker or else the account says', async () => {
    const doubtful = { sexual_explicit: 0.5 };
    const own = await make({ on_review: 'flag' });
    expect(await scored(doubtful, () => post(own))).toMatchObject({ status: 406, verdict: 'review' });
    const common = await make();
    expect(await scored(doubtful, () => post(common))).toMatchObject({
      status: 200,
      verdict: 'review',
      body: { categories: ['sexual_explicit'] },
    });
    await call('POST', '/doors/settings', { on_review: 'flag' });
    expect(await scored(doubtful, () => post(common))).toMatchObject({ status: 406, verdict: 'review' });
    await call('POST', '/doors/settings', { on_review: 'pass' });
  });

  it('DOOR-A3 keeps what the checker says, with the name that the caller gives it', async () => {
    const other = await createUploader(built);
    const keeping = await make({ keep: 'flagged' }, other);
    expect((await post(keeping)).body.media_id).toBeNull();
    const failed = await scored({ sexual_explicit: 0.9 }, () => post(keeping, pears, { 'x-clearframe-reference': 'post 7' }));
    expect(failed.body.media_id).not.toBeNull();
    expect((await other.get('/api/media')).json()).toMatchObject({
      data: { media_uploads: [{ id: failed.body.media_id, metadata: { door: 'checker', reference: 'post 7' } }] },
    });
  });

  describe('with the author of the file named', () => {
    const named = (id: string) => ({ 'x-clearframe-author': Buffer.from(id).toString('latin1') });
    const authors = async (who: Uploader) =>
      (await call('GET', '/authors', undefined, who)).json<{ data: { authors: { id: string }[] } }>().data.authors;
    /** Somebody known: an upload of theirs came before. */
    async function know(who: Uploader, id: string): Promise<void> {
      const answer = await who.apiUpload({ media: file(pears), author: JSON.stringify({ id }) });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const act = async (who: Uploader, id: string, action: string) => {
      const sent = { action, reason: 'spam' };
      expect((await call('POST', `/authors/${encodeURIComponent(id)}/action`, sent, who)).statusCode).toBe(200);
    };

    it('DOOR-A3 TRUST-B1 refuses a blocked one unseen and free, whoever they are called, and tells of nobody', async () => {
      const who = await createUploader(built);
      const one = await make({}, who);
      const id = 'user/42 ü 🦊';
      await know(who, id);
      await act(who, id, 'block');
      const before = await frames(who);
      isDown = true;
      const answer = await post(one, pears, named(id)).finally(() => {
        isDown = false;
      });
      expect(answer).toMatchObject({ status: 406, verdict: 'fail', body: { categories: [], media_id: null } });
      expect(answer.body.reason).toMatch(/^The author is blocked/);
      expect(await frames(who)).toEqual(before);
      expect((await call('GET', '/checks?door=checker', undefined, who)).json()).toMatchObject({
        data: { checks: [{ verdict: 'fail', flagged_categories: [] }] },
      });
      expect(await post(one, pears, named('somebody else'))).toMatchObject({ status: 200, verdict: 'pass' });
      await act(who, id, 'none');
      expect(await post(one, pears, named(id))).toMatchObject({ status: 200, verdict: 'pass' });
    });

    it('DOOR-A3 TRUST-B1 sends what a watched one sends to a person, and what a trusted one sends past the review limit', async () => {
      const who = await createUploader(built);
      const one = await make({ on_review: 'flag' }, who);
      await know(who, 'bob');
      await act(who, 'bob', 'watch');
      expect(await post(one, pears, named('bob'))).toMatchObject({ status: 406, verdict: 'review' });
      await act(who, 'bob', 'trust');
      const doubtful = { sexual_explicit: 0.5 };
      expect(await scored(doubtful, () => post(one))).toMatchObject({ status: 406, verdict: 'review' });
      expect(await scored(doubtful, () => post(one, pears, named('bob')))).toMatchObject({ status: 200, verdict: 'pass' });
      expect(await scored({ sexual_explicit: 0.9 }, () => post(one, pears, named('bob')))).toMatchObject({ verdict: 'fail' });
    });

    it('DOOR-A3 TRUST-B1 refuses one whose strikes block them', async () => {
      const who = await createUploader(built);
      const one = await make({}, who);
      await know(who, 'eve');
      await call('POST', '/author-settings', { strikes_to_block: 1 }, who);
      expect(await post(one, pears, named('eve'))).toMatchObject({ status: 200 });
      const [item] = await built.context.db.select().from(media).where(eq(media.accountId, who.accountId));
      expect((await call('POST', `/media/${item?.id}/fail`, {}, who)).statusCode).toBe(200);
      expect(await post(one, pears, named('eve'))).toMatchObject({ status: 406, verdict: 'fail' });
    });

    it('DOOR-A3 TRUST-B1 creates no author by a check, and names the author of what is kept', async () => {
      const who = await createUploader(built);
      expect(await post(await make({}, who), pears, named('new'))).toMatchObject({ status: 200 });
      expect(await authors(who)).toEqual([]);
      await know(who, 'known');
      expect(await post(await make({}, who), pears, named('known'))).toMatchObject({ status: 200 });
      expect(await authors(who)).toMatchObject([{ id: 'known', counts: { total: 1, safe: 1 } }]);
      const keeping = await make({ keep: 'all' }, who);
      const { media_id: id } = (await post(keeping, pears, named('new'))).body;
      const item = await call('GET', `/media/${id}`, undefined, who);
      expect(item.json()).toMatchObject({ data: { media_upload: { id, author: { id: 'new', action: 'none' } } } });
      await act(who, 'new', 'block');
      const blocked = await post(keeping, pears, named('new'));
      expect(blocked).toMatchObject({ status: 406, verdict: 'fail' });
      expect((await call('GET', `/media/${blocked.body.media_id}`, undefined, who)).json()).toMatchObject({
        data: { media_upload: { moderationFlagged: true, author: { id: 'new' }, moderation: { author_rule: 'blocked' } } },
      });
      expect(await authors(who)).toMatchObject([{ id: 'new', counts: { total: 2, flagged: 1 } }, { id: 'known' }]);
    });

    it('DOOR-A3 TRUST-B1 takes an id as an upload does, and tells what is wrong with another, whatever on_error says', async () => {
      const who = await createUploader(built);
      for (const on_error of ['closed', 'open']) {
        const one = await make({ on_error }, who);
        for (const id of ['x'.repeat(256), '..', 'tab\there', '\u00ff']) {
          const header = { 'x-clearframe-author': id };
          const { status, verdict, body } = await post(one, pears, header);
          expect([id, status, verdict]).toEqual([id, 400, 'none']);
          expect(body.reason).toMatch(/^X-Clearframe-Author: \w/);
        }
        for (const id of ['', 'x'.repeat(255)]) expect(await post(one, pears, named(id))).toMatchObject({ status: 200 });
      }
      const { secret } = await make({}, who);
      const twice: [string, string][] = [
        ['x-clearframe-author', 'bob'],
        ['x-clearframe-author', 'eve'],
      ];
      const status = await new Promise((resolve, reject) => {
        const asked = request(`${origin}/api/check/${secret}`, { method: 'POST', headers: twice.flat() }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asked.on('error', reject);
        asked.end(pears);
      });
      expect(status).toBe(400);
    });
  });

  it('DOOR-A3 tells what is wrong with a file by its status, whatever on_error says, and charges nothing', async () => {
    const before = await frames();
    for (const on_error of ['closed', 'open']) {
      const one = await make({ on_error });
      expect(await post(one, damaged)).toMatchObject({ status: 422, verdict: 'none' });
      expect(await post(one, Buffer.alloc(0))).toMatchObject({ status: 400, verdict: 'none' });
      expect(await post(one, Buffer.from('no picture at all'))).toMatchObject({ status: 415, verdict: 'none' });
      const video = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42\0\0\0\0mp42isom')]);
      expect(await post(one, video)).toMatchObject({ status: 415, verdict: 'none' });
      const large = await built.app.inject({
        method: 'POST',
        url: `/api/check/${one.secret}`,
        headers: { 'content-type': 'image/png', 'content-length': String(limits.apiUploadMaxBytes + 1) },
        payload: pears,
      });
      expect([large.statusCode, large.headers['x-clearframe-verdict']]).toEqual([413, 'none']);
    }
    expect(await frames()).toEqual(before);
  });

  it('DOOR-A3 is never Safe without a verdict: 503, or 200 with none where the owner chose that, which the log tells', async () => {
    const before = await frames();
    isDown = true;
    const closed = post(await make());
    await failWaiting();
    expect(await closed).toMatchObject({ status: 503, verdict: 'none', retry: '5' });
    const open = post(await make({ on_error: 'open' }));
    await failWaiting();
    expect(await open).toMatchObject({ status: 200, verdict: 'none', body: { verdict: 'none' } });
    isDown = false;
    expect(lines.filter((line) => line.includes('without a verdict'))).toHaveLength(1);
    expect(await frames()).toEqual(before);
    const poor = await createUploader(built, 1);
    const [strict, lenient] = [await make({}, poor), await make({ on_error: 'open' }, poor)];
    expect(await post(strict)).toMatchObject({ status: 200, verdict: 'pass' });
    expect(await post(strict)).toMatchObject({ status: 503, verdict: 'none' });
    expect(await post(lenient)).toMatchObject({ status: 200, verdict: 'none' });
  });

  it('DOOR-A3 takes an address as JSON, and fetches nothing private', async () => {
    const one = await make({ on_error: 'open' });
    const json = { 'content-type': 'application/json' };
    for (const url of [
      'http://127.0.0.1:1/a.png',
      'http://[::1]/a.png',
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/a.png',
      'http://[::ffff:127.0.0.1]/a.png',
      'http://2130706433/a.png',
      'http://localhost/a.png',
    ])
      expect([url, await post(one, JSON.stringify({ url }), json)]).toMatchObject([url, { status: 400, verdict: 'none' }]);
    for (const text of ['{', '{"url":"ftp://a.example"}', '{"address":"https://a.example"}'])
      expect(await post(one, text, json)).toMatchObject({ status: 400, verdict: 'none' });
  });

  it('DOOR-A3 says by GET whether it is ready, for nothing', async () => {
    const one = await make({ name: 'Fleet' });
    const ready = async ({ secret }: Checker) => (await fetch(`${origin}/api/check/${secret}`)).json();
    expect(await ready(one)).toEqual({ status: 'success', data: { name: 'Fleet', ready: true } });
    const none = await createUploader(built, null);
    expect(await ready(await make({}, none))).toMatchObject({ data: { ready: false } });
  });

  it('DOOR-A3 answers an unknown, a switched-off, a deleted and a foreign caller alike, and hides the secret from the log', async () => {
    const off = await make({ is_active: false });
    const elsewhere = await make({ allow_from: ['192.0.2.0/24', '2001:db8::/32'] });
    const here = await make({ allow_from: ['127.0.0.0/8'] });
    const gone = await make();
    await call('DELETE', `/checkers/${gone.id}`);
    const unknown = { secret: `chk_${'A'.repeat(43)}` };
    const refusal = { status: 404, verdict: null, body: { status: 'error', message: 'Not found', data: null } };
    for (const one of [off, elsewhere, gone, unknown, { secret: 'chk_x' }]) expect(await post(one)).toMatchObject(refusal);
    expect(await post(here)).toMatchObject({ status: 200 });
    expect(lines.filter((line) => line.includes('chk_'))).toEqual([]);
  });

  it('DOOR-A3 lets the old address work for a day after a rotation, and a change keep what it does not name', async () => {
    const one = await make({ name: 'Old', timeout_ms: 5_000 });
    const changed = await call('PATCH', `/checkers/${one.id}`, { name: 'New' });
    expect(changed.json()).toMatchObject({ data: { checker: { name: 'New', timeout_ms: 5_000, secret: one.secret } } });
    const rotated = (await call('POST', `/checkers/${one.id}/rotate`)).json<{ data: { checker: Checker } }>().data.checker;
    expect(rotated.secret).not.toBe(one.secret);
    for (const { secret } of [one, rotated]) expect(await post({ secret })).toMatchObject({ status: 200 });
    built.clock.advance(dayMs);
    expect(await post(one)).toMatchObject({ status: 404 });
    expect(await post(rotated)).toMatchObject({ status: 200 });
    const later = await createUploader(built);
    expect((await call('PATCH', `/checkers/${one.id}`, { name: 'Theirs' }, later)).statusCode).toBe(404);
  });

  it('DOOR-A3 names in the security log who changed how it answers, and whether it lets pass without a verdict', async () => {
    const other = await createUploader(built);
    const one = await make({}, other);
    await call('PATCH', `/checkers/${one.id}`, { on_error: 'open' }, other);
    await call('PATCH', `/checkers/${one.id}`, { name: 'A NAME' }, other);
    await call('POST', '/doors/settings', { misskey_on_error: 'flag', keep: 'all' }, other);
    const { accountId, userId } = other;
    const ofThem = eq(securityEvent.accountId, accountId);
    const events = await built.context.db.select().from(securityEvent).where(ofThem).orderBy(securityEvent.id);
    expect(events.filter(({ kind }) => /^(checker|doors)\.changed$/.test(kind))).toMatchObject([
      { kind: 'checker.changed', userId, detail: 'on_error open' },
      { kind: 'checker.changed', userId, detail: null },
      { kind: 'doors.changed', userId, detail: expect.stringContaining('misskey_on_error flag') },
    ]);
  });

  it('DOOR-A3 shows secrets whole within minutes of a proof alone, and makes at most twenty', async () => {
    const other = await createUploader(built);
    for (let made = 0; made < limits.checkersMax; made += 1) await make({}, other);
    const full = await call('POST', '/checkers', { name: 'One more' }, other);
    expect([full.statusCode, full.json()]).toMatchObject([409, { code: 'checkers_full' }]);
    built.clock.advance(limits.confirmationLifeMs + 1);
    const list = (await call('GET', '/checkers', undefined, other)).json<{ data: { checkers: Checker[] } }>().data.checkers;
    expect(list.every(({ secret, url, withheld }) => withheld && secret.length === 20 && url.endsWith(secret))).toBe(true);
  });
});
