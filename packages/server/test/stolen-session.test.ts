import { type AccessToken, limits, type Webhook } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import { accessToken, invitation, passwordReset, securityEvent, session, user, webhook } from '../src/db/schema.ts';
import { sha256 } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, addMember, openSession } from './helpers/members.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

type Answer<T> = { code: number; error: string | undefined; data: T };
async function call<T>(box: CookieBox, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<Answer<T>> {
  const headers = { ...box.headers(), 'user-agent': 'Thief/1.0' };
  const answer = await built.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  const body = answer.json<{ data: T; code?: string }>();
  return { code: answer.statusCode, error: body.code, data: body.data };
}
const makeToken = (box: CookieBox) => call<{ access_token: AccessToken }>(box, 'POST', '/access-tokens', { name: 'shop' });
const tokens = async (box: CookieBox) =>
  (await call<{ access_tokens: AccessToken[] }>(box, 'GET', '/access-tokens')).data.access_tokens;
const makeHook = (box: CookieBox) =>
  call<{ webhook: Webhook }>(box, 'POST', '/webhooks', { webhookUrl: 'https://hooks.example.com/in' });
const hooks = async (box: CookieBox) => (await call<{ webhooks: Webhook[] }>(box, 'GET', '/webhooks')).data.webhooks;
const prove = (box: CookieBox) => post(built, '/api/auth/confirm', { password }, box);
const tooLate = () => built.clock.advance(limits.confirmationLifeMs + 1);
const refused = { code: 403, error: 'confirmation_required' };

/** A person whose account has a plan. */
async function subscriber() {
  const person = await registerAndSignIn(built);
  const accountId = await accountOf(built, person.userId);
  const startsAt = built.clock.now();
  const endsAt = new Date(startsAt.getTime() + 30 * 86_400_000);
  await built.context.db.transaction((tx) =>
    openPeriod(tx, { accountId, subscriptionId: null, frames: 9, startsAt, endsAt, reason: 'x' }),
  );
  return { ...person, accountId };
}

const eventsOf = (accountId: string, kind: string) =>
  built.context.db
    .select()
    .from(securityEvent)
    .where(and(eq(securityEvent.accountId, accountId), eq(securityEvent.kind, kind)));

const works = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await built.app.inject({ method: 'GET', url: '/api/v1/usage', headers })).statusCode !== 401;
};

describe('a stolen session', () => {
  it('TOK-01 TOK-02 makes no token once the proof is ten minutes old, and makes one after another', async () => {
    const { box } = await subscriber();
    expect((await makeToken(box)).code).toBe(200);
    tooLate();
    expect(await makeToken(box)).toMatchObject(refused);
    expect(await tokens(box)).toHaveLength(1);
    await prove(box);
    expect((await makeToken(box)).data.access_token.withheld).toBe(false);
  });

  it('SEC-03 gives no member another role, so that access of somebody who helps does not outlast it', async () => {
    const { box, accountId } = await subscriber();
    const { userId } = await addMember(built, 'viewer', accountId);
    const raise = () => call<object>(box, 'PATCH', `/team/members/${userId}`, { role: 'moderator' });
    tooLate();
    expect(await raise()).toMatchObject(refused);
    await prove(box);
    expect((await raise()).code).toBe(200);
  });

  it('TOK-01 TOK-02 reads no token from the list: its first 20 characters, then the whole value after a proof', async () => {
    const { box } = await subscriber();
    const { token, id } = (await makeToken(box)).data.access_token;
    expect(await tokens(box)).toMatchObject([{ token, withheld: false }]);
    tooLate();
    expect(await tokens(box)).toMatchObject([{ token: token.slice(0, 20), withheld: true }]);
    expect(await call(box, 'POST', `/access-tokens/${id}/reveal`)).toMatchObject(refused);
    expect(await call(box, 'GET', `/access-tokens/${id}/aws-keys`)).toMatchObject(refused);
    await prove(box);
    const shown = await call<{ access_token: AccessToken }>(box, 'POST', `/access-tokens/${id}/reveal`);
    expect(shown.data.access_token).toMatchObject({ token, withheld: false });
    expect(await tokens(box)).toMatchObject([{ token, withheld: false }]);
  });

  it('HOOK-01 HOOK-02 neither makes a hook, nor moves, renews or reads one', async () => {
    const { box } = await subscriber();
    const made = (await makeHook(box)).data.webhook;
    expect(made.withheld).toBe(false);
    tooLate();
    expect(await makeHook(box)).toMatchObject(refused);
    expect(await call(box, 'POST', `/webhooks/${made.id}/regenerate-token`)).toMatchObject(refused);
    expect(await call(box, 'POST', `/webhooks/${made.id}/reveal`)).toMatchObject(refused);
    const moved = { webhookUrl: 'https://evil.example.com/in' };
    expect(await call(box, 'PATCH', `/webhooks/${made.id}`, moved)).toMatchObject(refused);
    // Off and on gives nothing away.
    const off = await call<{ webhook: Webhook }>(box, 'PATCH', `/webhooks/${made.id}`, { isActive: false });
    const first = { webhookToken: made.webhookToken.slice(0, 20), signingSecret: made.signingSecret.slice(0, 20) };
    expect(off.data.webhook).toMatchObject({ ...first, withheld: true, isActive: false });
    expect(await hooks(box)).toMatchObject([{ ...first, withheld: true, webhookUrl: made.webhookUrl }]);
    await prove(box);
    const shown = await call<{ webhook: Webhook }>(box, 'POST', `/webhooks/${made.id}/reveal`);
    const { webhookToken, signingSecret } = made;
    expect(shown.data.webhook).toMatchObject({ webhookToken, signingSecret, withheld: false });
    expect((await call(box, 'PATCH', `/webhooks/${made.id}`, moved)).code).toBe(200);
  });

  it('SEC-03 reveals nothing of another account', async () => {
    const owner = await subscriber();
    const token = (await makeToken(owner.box)).data.access_token;
    const hook = (await makeHook(owner.box)).data.webhook;
    const { box } = await subscriber();
    expect((await call(box, 'POST', `/access-tokens/${token.id}/reveal`)).code).toBe(404);
    expect((await call(box, 'POST', `/webhooks/${hook.id}/reveal`)).code).toBe(404);
  });

  it('AUTH-16 is told to the mailbox of the owner, and the log names its browser', async () => {
    const { box, email, accountId } = await subscriber();
    const token = (await makeToken(box)).data.access_token;
    const hook = (await makeHook(box)).data.webhook;
    await call(box, 'POST', `/access-tokens/${token.id}/reveal`);
    await call(box, 'POST', `/webhooks/${hook.id}/reveal`);
    await call(box, 'POST', `/webhooks/${hook.id}/regenerate-token`);
    await call(box, 'PATCH', `/webhooks/${hook.id}`, { webhookUrl: 'https://hooks.example.com/other' });
    const mails = await built.mailsTo(email, 7);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'New API token',
        'API token viewed',
        'New webhook',
        'Webhook secrets viewed',
        'Webhook secrets renewed',
        'Webhook address changed',
      ]),
    );
    for (const { text } of mails.filter(({ subject }) => subject.startsWith('A') || subject.startsWith('The '))) {
      expect(text).toContain('/dashboard/account/activity');
      expect(text).not.toContain(token.token.slice(8));
      expect(text).not.toContain(hook.signingSecret);
    }
    for (const kind of ['access_token.created', 'access_token.revealed', 'webhook.revealed']) {
      expect(await eventsOf(accountId, kind)).toMatchObject([{ ip: '127.0.0.1', userAgent: 'Thief/1.0' }]);
    }
  });
});

describe('a new password', () => {
  it('TOK-02 AUTH-16 switches every API token of the own account off when the person says so, and only then', async () => {
    const { box, accountId } = await subscriber();
    const stranger = await subscriber();
    const kept = (await makeToken(stranger.box)).data.access_token.token;
    const { token } = (await makeToken(box)).data.access_token;
    const next = 'Another-staple-7';
    const change = (body: object) => post(built, '/api/users/me/password', body, box);
    expect((await change({ current_password: password, new_password: next })).statusCode).toBe(200);
    expect(await works(token)).toBe(true);
    const again = { current_password: next, new_password: password, revoke_tokens: true };
    expect((await change(again)).statusCode).toBe(200);
    expect([await works(token), await works(kept)]).toEqual([false, true]);
    expect(await tokens(box)).toMatchObject([{ isActive: false }]);
    expect(await eventsOf(accountId, 'access_token.all_revoked')).toMatchObject([{ detail: '1 token', ip: '127.0.0.1' }]);
  });

  it('AUTH-14 AUTH-16 by a mailed link does the same', async () => {
    const { box, userId, email } = await subscriber();
    const { token } = (await makeToken(box)).data.access_token;
    const secret = 'a-link-of-a-mail';
    const expiresAt = new Date(built.clock.now().getTime() + 60_000);
    await built.context.db
      .insert(passwordReset)
      .values({ userId, tokenHash: sha256(secret), expiresAt, createdAt: built.clock.now() });
    const reset = { token: secret, password: 'Another-staple-7', revoke_tokens: true };
    expect((await post(built, '/api/auth/reset-password', reset, createCookieBox())).statusCode).toBe(200);
    expect(await works(token)).toBe(false);
    const mail = (await built.mailsTo(email, 3)).find(({ subject }) => subject === 'Your Clearframe password changed');
    expect(mail?.text).toContain('Your API tokens were switched off.');
  });

  it('TOK-02 AUTH-16 lets no session that it ended make a token after it', async () => {
    const { box, userId, accountId } = await subscriber();
    const other = await openSession(built, userId, accountId);
    const [made, changed] = await Promise.all([
      makeToken(other),
      post(
        built,
        '/api/users/me/password',
        { current_password: password, new_password: 'Another-staple-7', revoke_tokens: true },
        box,
      ),
    ]);
    expect(changed.statusCode).toBe(200);
    const alive = await built.context.db
      .select()
      .from(accessToken)
      .where(and(eq(accessToken.accountId, accountId), eq(accessToken.isActive, true)));
    expect(alive, `the token was answered ${made.code}`).toEqual([]);
  });

  it('HOOK-01 SEC-03 makes no webhook and invites nobody after it was ended, however far its requests had come', async () => {
    const { userId, accountId } = await subscriber();
    const thief = await openSession(built, userId, accountId);
    let answers: Promise<Answer<unknown>[]> | undefined;
    // What a change of the password does, while the thief's requests are behind their doors.
    await built.database.db.transaction(async (tx) => {
      await tx.select().from(user).where(eq(user.id, userId)).for('no key update');
      let answered = 0;
      const invite = call<object>(thief, 'POST', '/team/invitations', { email: 'friend@example.com', role: 'moderator' });
      const both = [makeHook(thief), invite].map((asked) => asked.finally(() => (answered += 1)));
      answers = Promise.all(both);
      await expect
        .poll(async () => {
          const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return answered + ((await built.context.db.execute(waiting)).rowCount ?? 0);
        })
        .toBe(2);
      await tx.update(session).set({ revokedAt: built.clock.now() }).where(eq(session.userId, userId));
    });
    expect((await answers)?.map(({ code }) => code)).toEqual([401, 401]);
    expect(await built.context.db.select().from(webhook).where(eq(webhook.accountId, accountId))).toEqual([]);
    expect(await built.context.db.select().from(invitation).where(eq(invitation.accountId, accountId))).toEqual([]);
  });
});
