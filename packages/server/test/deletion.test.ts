import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DeletionPreview, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, dataExport, decision, media, membership, session, subscription, usagePeriod, user } from '../src/db/schema.ts';
import { resumeDeletions } from '../src/deletion/sweep-deletions.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { deleteAccount } from '../src/jobs/delete-account.ts';
import { saveKeywordSettings } from '../src/keywords/keyword-settings.ts';
import { liftLegalHold, placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { saveQualitySettings } from '../src/quality/settings.ts';

import { type Built, build } from './helpers/build.ts';
import { createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';
import {
  createUploader,
  file,
  moderateNow,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
} from './helpers/uploads.ts';

const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: false, signal, alive: () => {}, stopping: new AbortController().signal };
const hourMs = 3_600_000;

describe('deleting oneself', () => {
  let built: Built;
  const logged: string[] = [];
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 }, onLog: (line) => logged.push(line) });
    await runQueuedModeration(built, quickExaminer);
  });
  afterAll(() => built.close());

  const ask = (who: Pick<Uploader, 'headers' | 'email'>, confirm = who.email) =>
    built.app.inject({ method: 'DELETE', url: '/api/users/me', headers: who.headers, payload: { confirm } });
  const preview = async (who: Uploader) =>
    DeletionPreview.parse((await who.get('/api/users/me/deletion')).json<{ data: unknown }>().data);
  const work = ({ userId, accountId }: Uploader, context = built.context) =>
    deleteAccount.run(context, { userId, accountIds: [accountId] }, run);
  const objectsOf = async (accountId: string) =>
    (await readdir(join(built.dataDir, 'objects', accountId), { recursive: true }).catch(() => [])).filter((key) =>
      key.includes('/'),
    );
  const upload = async (who: Uploader) => resultOf(await who.upload({ media: file(picture('formats/pears.png')) })).media_upload;
  const mention = async (id: string) => {
    const { rows } = await built.database.pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'uuid' and table_name not in ('security_event', 'trial_grant')`,
    );
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of rows) {
      const { rowCount } = await built.database.pool.query(`select 1 from "${table}" where "${column}" = $1 limit 1`, [id]);
      if (rowCount) found.push(`${table}.${column}`);
    }
    expect(rows.length).toBeGreaterThan(30);
    return found;
  };

  /** An account that has something of everything. */
  async function furnished(): Promise<Uploader> {
    const who = await createUploader(built);
    const { context, clock } = built;
    const { accountId, userId } = who;
    const subscribed = await built.app.inject({
      method: 'POST',
      url: '/api/subscriptions/subscribe',
      headers: who.headers,
      payload: { plan_id: 'free' },
    });
    expect(subscribed.statusCode, subscribed.body).toBe(200);
    const item = await upload(who);
    await upload(who);
    await context.db.insert(decision).values({ mediaId: item.id, accountId, userId, from: false, to: true });
    const input = { forbidden_keywords: ['x'], required_keywords: [] };
    await saveKeywordSettings(context.db, { accountId, input, now: clock.now() });
    await saveQualitySettings(context.db, { accountId, input: { sample_permille: 10 }, now: clock.now() });
    await savePolicy(context, { accountId, userId }, (before) => ({ ...before, on_analyser_error: 'reject' }));
    const answer = await built.app.inject({ method: 'POST', url: '/api/users/me/exports', headers: who.headers });
    await makeExport(context, answer.json<{ data: { export: { id: string } } }>().data.export.id, signal);
    return who;
  }

  it('AUTH-11 closes every way in at once: sessions, tokens, files, sign-in, and new uploads', async () => {
    const who = await furnished();
    const [item] = (await who.get('/api/media')).json<{ data: { media_uploads: { signedUrl: string }[] } }>().data.media_uploads;
    const fetched = () => built.app.inject({ url: (item?.signedUrl ?? '').replace(built.context.config.publicUrl, '') });
    expect((await fetched()).statusCode).toBe(200);
    expect(await preview(who)).toEqual({ deletes_account: true, blocked: false, items: 2 });

    const answer = await ask(who);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['access_token', ''],
      ['refresh_token', ''],
      ['logged_in', ''],
    ]);
    expect((await who.get('/api/users/me')).statusCode).toBe(401);
    expect((await who.apiUpload({ media: file(picture('formats/pears.png')) })).statusCode).toBe(401);
    expect((await fetched()).statusCode).toBe(403);
    const { db } = built.context;
    expect(await db.select().from(session).where(eq(session.userId, who.userId))).toMatchObject([
      { revokedReason: 'account_deleted' },
    ]);
    expect(await db.select().from(subscription).where(eq(subscription.accountId, who.accountId))).toMatchObject([
      { status: 'expired', endedAt: built.clock.now() },
    ]);
    const login = await post(built, '/api/auth/login', { email: who.email, password, recaptchaToken: 'off' }, createCookieBox());
    const stranger = { email: 'nobody@example.com', password, recaptchaToken: 'off' };
    const unknown = await post(built, '/api/auth/login', stranger, createCookieBox());
    expect([login.statusCode, login.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(login.body).toContain('The email address or password is wrong');
    await work(who);
  });

  it('SEC-08 leaves no row and no file behind, tells the person, and frees the address; the trial stays used', async () => {
    const who = await furnished();
    expect((await mention(who.accountId)).length).toBeGreaterThan(8);
    await ask(who);
    await work(who);
    expect(await mention(who.accountId)).toEqual([]);
    expect(await mention(who.userId)).toEqual([]);
    expect(await objectsOf(who.accountId)).toEqual([]);
    const [mail] = (await built.mailsTo(who.email, 3)).filter(({ subject }) => subject === 'Your account was deleted');
    expect(mail?.text).toContain('the law requires of the operator');
    const { rows } = await built.database.pool.query('select * from security_event where user_id = $1', [who.userId]);
    expect(rows.map(({ kind }) => kind)).toContain('account.deleted');
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${who.email}|Ada Example`));

    const again = await registerAndSignInAgain(who.email);
    const trial = await built.app.inject({
      method: 'POST',
      url: '/api/subscriptions/subscribe',
      headers: again.headers,
      payload: { plan_id: 'free' },
    });
    expect(trial.statusCode).toBe(409);
  });

  /** The newest mail to that address is the one of the new registration. */
  async function registerAndSignInAgain(email: string) {
    const box = createCookieBox();
    await post(built, '/api/auth/register', { name: 'Ada Again', email, password, recaptchaToken: 'off' }, box, '10.9.9.9');
    const mails = await built.mailsTo(email, 4);
    const code = mails.flatMap(({ text }) => /^ {4}(\d{5})$/m.exec(text)?.[1] ?? []);
    for (const verification_token of code) {
      const answer = await post(built, '/api/auth/complete-registration', { verification_token }, box, '10.9.9.9');
      if (answer.statusCode === 200) return { headers: box.headers() };
    }
    throw new Error('no code was right');
  }

  it('OPS-04 is finished by a later try after it was cut off anywhere', async () => {
    const who = await furnished();
    await ask(who);
    const { storage } = built.context;
    let left = 1;
    const dying = {
      ...storage,
      async remove(keys: readonly string[]) {
        left -= 1;
        if (left === 0) await storage.remove(keys.slice(0, 1));
        throw new Error('the process died');
      },
    };
    await expect(work(who, { ...built.context, storage: dying })).rejects.toThrow('the process died');
    expect(await mention(who.userId)).not.toEqual([]);
    await work(who);
    expect(await mention(who.accountId)).toEqual([]);
    expect(await mention(who.userId)).toEqual([]);
    expect(await objectsOf(who.accountId)).toEqual([]);
    // A third try finds nothing and sends no second mail.
    await work(who);
    expect(await built.mailsTo(who.email, 3)).toHaveLength(3);
  });

  it('OPS-04 is taken up again by the sweep when its job was lost', async () => {
    const who = await createUploader(built);
    const { db } = built.context;
    await db.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, who.accountId));
    expect(await resumeDeletions(built.context)).toBe(0);
    built.clock.advance(hourMs);
    expect(await resumeDeletions(built.context)).toBe(1);
    expect(await resumeDeletions(built.context)).toBe(0);
    await work(who);
    built.clock.advance(hourMs);
    expect(await resumeDeletions(built.context)).toBe(0);
  });

  it('SEC-02 leaves held items with their files and their uploader, and takes them when the hold is lifted', async () => {
    const who = await furnished();
    const { context } = built;
    const item = await upload(who);
    const { accountId, userId } = who;
    await context.db.insert(decision).values({ mediaId: item.id, accountId, userId, from: false, to: true });
    await placeLegalHold(context, { mediaId: item.id, reason: 'case 9' });
    await ask(who);
    await work(who);
    const items = await context.db.select().from(media).where(eq(media.accountId, who.accountId));
    expect(items.map(({ id }) => id)).toEqual([item.id]);
    expect(await objectsOf(who.accountId)).toHaveLength(2);
    expect((await mention(who.accountId)).sort()).toEqual([
      ...['account.id', 'decision.account_id', 'machine_verdict.account_id', 'media.account_id'],
    ]);
    expect((await mention(who.userId)).sort()).toEqual(['media.created_by', 'user.id']);
    const [uploader] = await context.db.select().from(user).where(eq(user.id, who.userId));
    expect(uploader).toMatchObject({ email: who.email, name: 'Ada Example', passwordHash: '' });
    await work(who);
    expect(await built.mailsTo(who.email, 3)).toHaveLength(3);

    built.clock.advance(hourMs);
    expect(await resumeDeletions(context)).toBe(0);
    await liftLegalHold(context, { mediaId: item.id, reason: 'over' });
    // The job of the deletion itself ended long ago.
    await built.database.pool.query(`delete from pgboss.job where name = 'delete-account'`);
    expect(await resumeDeletions(context)).toBe(2);
    await work(who);
    expect([...(await mention(who.accountId)), ...(await mention(who.userId))]).toEqual([]);
    expect(await objectsOf(who.accountId)).toEqual([]);
    expect(await built.mailsTo(who.email, 3)).toHaveLength(3);
  });

  it('SEC-03 takes only themself out of an account that others own, and refuses an owner whom others need', async () => {
    const owner = await createUploader(built);
    const member = await createUploader(built);
    const { db } = built.context;
    await db.insert(membership).values({ accountId: owner.accountId, userId: member.userId, role: 'moderator' });
    const item = await upload(owner);
    const made = { mediaId: item.id, accountId: owner.accountId, userId: member.userId, from: false, to: true };
    await db.insert(decision).values(made);
    expect(await preview(owner)).toEqual({ deletes_account: false, blocked: true, items: 0 });
    const refused = await ask(owner);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'Other people work in your account. Hand it over or remove them first.',
    ]);
    expect((await owner.get('/api/users/me')).statusCode).toBe(200);

    expect((await ask(member)).statusCode).toBe(200);
    await work(member);
    expect(await mention(member.userId)).toEqual([]);
    const shown = (await owner.get(`/api/media/${item.id}`)).json<{ data: { media_upload: { decisions: unknown[] } } }>();
    expect(shown.data.media_upload.decisions).toMatchObject([{ user: null, to: true }]);
    // Now the owner is alone.
    expect((await ask(owner)).statusCode).toBe(200);
    await work(owner);
    expect(await mention(owner.accountId)).toEqual([]);
  });

  it('AUTH-16 asks for the own address, typed, and for a fresh proof', async () => {
    const who = await createUploader(built);
    const wrong = await ask(who, 'somebody@example.com');
    expect([wrong.statusCode, wrong.json<{ errors: unknown }>().errors]).toEqual([
      400,
      [{ path: 'confirm', message: 'Type your email address exactly as shown' }],
    ]);
    built.clock.advance(limits.confirmationLifeMs + 1);
    expect((await ask(who)).statusCode).toBe(403);
    expect((await who.get('/api/users/me')).statusCode).toBe(200);
  });

  it('OPS-04 ends uploads and analyses under way without a charge, a left-over file or an error', async () => {
    const other = await build({ config: { throughputScale: 1000 }, onLog: (line) => logged.push(line) });
    const who = await createUploader(other);
    const { context } = other;
    const examined = Promise.withResolvers<void>();
    const slow = {
      async examine(bytes: Uint8Array) {
        await other.app.inject({ method: 'DELETE', url: '/api/users/me', headers: who.headers, payload: { confirm: who.email } });
        await deleteAccount.run(context, { userId: who.userId, accountIds: [who.accountId] }, run);
        examined.resolve();
        return await quickExaminer.examine(bytes);
      },
    };
    const finished = Promise.withResolvers<void>();
    await context.queue.work('moderate-media', {}, (payload) =>
      moderateNow(context, slow, payload).then(finished.resolve, finished.reject),
    );
    const waiting = await who.upload({ media: file(picture('formats/pears.png')) });
    await examined.promise;
    await finished.promise;
    expect(waiting.statusCode).toBe(404);
    expect(await context.db.select().from(usagePeriod)).toEqual([]);
    const stored = await readdir(join(other.dataDir, 'objects'), { recursive: true });
    expect(stored.filter((key) => key.split('/').length > 2)).toEqual([]);
    await other.close();
    expect(logged.filter((line) => / (ERROR|FATAL) /.test(line))).toEqual([]);
  });

  it('OPS-04 lets nothing be stored for an account that was closed while the body arrived', async () => {
    const who = await createUploader(built);
    const { db } = built.context;
    await db.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, who.accountId));
    const answer = await who.upload({ media: file(picture('formats/pears.png')) });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([403, 'This account was deleted']);
    expect(await objectsOf(who.accountId)).toEqual([]);
  });

  it('SEC-03 removes the exports that a member made of another’s account', async () => {
    const owner = await createUploader(built);
    const member = await registerAndSignIn(built);
    const { db, storage } = built.context;
    await db.insert(membership).values({ accountId: owner.accountId, userId: member.userId, role: 'viewer' });
    const objectKey = `${owner.accountId}/${crypto.randomUUID()}/export.zip`;
    await storage.put(objectKey, Buffer.from('x'));
    const row = { accountId: owner.accountId, userId: member.userId, kind: 'account', state: 'done', objectKey } as const;
    await db.insert(dataExport).values(row);
    await ask(member);
    await deleteAccount.run(built.context, { userId: member.userId, accountIds: [] }, run);
    await expect(storage.get(objectKey)).rejects.toThrow();
    expect(await mention(member.userId)).toEqual([]);
  });
});
