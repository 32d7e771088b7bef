import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, invitation, membership, securityEvent, session, user } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, addMember, type Member, openSession } from './helpers/members.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const newAddress = () => `invited-${randomUUID()}@example.com`;
const codeAndMessage = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ message?: string }>().message];

function call(box: CookieBox, method: 'GET' | 'PATCH' | 'DELETE', path: string, payload?: object) {
  return built.app.inject({ method, url: `/api${path}`, headers: box.headers(), ...(payload ? { payload } : {}) });
}

type TeamAnswer = {
  data: {
    team: {
      name: string | null;
      members: { user_id: string; name: string; email: string | null; role: string }[];
      invitations: { id: string; email: string; role: string }[];
    };
  };
};
const teamOf = async (box: CookieBox) => (await call(box, 'GET', '/team')).json<TeamAnswer>().data.team;
type OwnAccounts = { data: { accounts: { id: string; name: string; role: string; is_current: boolean }[] } };
const accountsOf = async (box: CookieBox) => (await call(box, 'GET', '/users/me/accounts')).json<OwnAccounts>().data.accounts;

const invite = (owner: Member, email: string, role = 'moderator') =>
  post(built, '/api/team/invitations', { email, role }, owner.box);

/** The secret of the newest invitation that was mailed to that address. */
async function tokenFor(email: string, count = 1): Promise<string> {
  for (let mails = count; ; mails += 1) {
    const tokens = (await built.mailsTo(email, mails)).map(({ text }) => /\/invite\?token=([\w-]{43})$/m.exec(text)?.[1]);
    const [token] = tokens.filter((found) => found !== undefined);
    if (token && tokens.filter((found) => found !== undefined).length >= count) return token;
  }
}

async function invited(owner: Member, email = newAddress(), role = 'moderator') {
  expect(codeAndMessage(await invite(owner, email, role))).toEqual([200, undefined]);
  return { email, token: await tokenFor(email) };
}

const lookUp = (token: string) => post(built, '/api/team/invitations/lookup', { token }, createCookieBox());
const accept = (box: CookieBox, token: string) => post(built, '/api/team/invitations/accept', { token }, box);
const registerInvited = (token: string, box = createCookieBox()) =>
  post(built, '/api/team/invitations/register', { token, name: 'Grace Example', password, recaptchaToken: 'off' }, box);
const roleIn = async (accountId: string, userId: string) => {
  const of = and(eq(membership.accountId, accountId), eq(membership.userId, userId));
  return (await built.context.db.select().from(membership).where(of))[0]?.role;
};
const kindsIn = async (accountId: string) => {
  const { db } = built.context;
  return (await db.select().from(securityEvent).where(eq(securityEvent.accountId, accountId))).map(({ kind }) => kind);
};

describe('invitations', () => {
  it('SEC-03 leads a colleague from the mail into the inviting account, and into no other', async () => {
    const owner = await addMember(built, 'owner');
    const { email, token } = await invited(owner, newAddress(), 'viewer');
    const shown = (await lookUp(token)).json<{ data: { invitation: object } }>().data.invitation;
    expect(shown).toMatchObject({
      account_name: 'Member owner',
      invited_by: 'Member owner',
      email,
      role: 'viewer',
      has_account: false,
    });
    const box = createCookieBox();
    const joined = await registerInvited(token, box);
    expect(joined.statusCode).toBe(200);
    expect(await accountsOf(box)).toEqual([{ id: owner.accountId, name: 'Member owner', role: 'viewer', is_current: true }]);
    expect((await teamOf(owner.box)).members.map((member) => [member.email, member.role])).toEqual([
      [owner.email, 'owner'],
      [email, 'viewer'],
    ]);
    expect(await kindsIn(owner.accountId)).toEqual(['team.invited', 'team.joined']);
    const [told] = await built.mailsTo(owner.email);
    expect(told?.text).toContain(`Grace Example (${email}) accepted your invitation and is a viewer now.`);
    // The link is used up, and the password signs in.
    expect((await lookUp(token)).statusCode).toBe(404);
    const again = await post(built, '/api/auth/login', { email, password, recaptchaToken: 'off' }, createCookieBox());
    expect(again.statusCode).toBe(200);
  });

  it('SEC-03 stores only the hash of the link, and mails nothing that the inviter could advertise with', async () => {
    const owner = await addMember(built, 'owner');
    await built.context.db.update(user).set({ name: 'Win at http://spam.example' }).where(eq(user.id, owner.userId));
    await call(owner.box, 'PATCH', '/team', { name: 'spam.example' });
    const { email, token } = await invited(owner);
    const rows = await built.context.db.select().from(invitation).where(eq(invitation.accountId, owner.accountId));
    expect(JSON.stringify(rows)).not.toContain(token);
    const [mail] = await built.mailsTo(email);
    expect(mail?.text).not.toContain('spam.example');
  });

  it('AUTH-16 answers the same for an address with and without an account', async () => {
    const owner = await addMember(built, 'owner');
    const known = await registerAndSignIn(built);
    const shape = (answer: LightMyRequestResponse) =>
      answer.body
        .replaceAll(known.email, 'ADDRESS')
        .replaceAll(unknown, 'ADDRESS')
        .replaceAll(/[0-9a-f-]{36}/g, 'ID');
    const unknown = newAddress();
    const [one, other] = [await invite(owner, known.email), await invite(owner, unknown)];
    expect(shape(one)).toBe(shape(other));
  });

  it('SEC-03 makes an older link void when the mail is sent again, at most once a minute', async () => {
    const owner = await addMember(built, 'owner');
    const { email, token } = await invited(owner);
    const early = await invite(owner, email.toUpperCase());
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '60']);
    built.clock.advance(60_000);
    expect((await invite(owner, email, 'viewer')).statusCode).toBe(200);
    const newer = await tokenFor(email, 2);
    expect((await lookUp(token)).statusCode).toBe(404);
    expect((await lookUp(newer)).json<{ data: object }>().data).toMatchObject({ invitation: { role: 'viewer' } });
    expect((await teamOf(owner.box)).invitations).toHaveLength(1);
  });

  it('SEC-03 ends a link after seven days, when it is withdrawn and when it is declined', async () => {
    const owner = await addMember(built, 'owner');
    const old = await invited(owner);
    built.clock.advance(7 * 24 * 3_600_000 - 1);
    expect((await lookUp(old.token)).statusCode).toBe(200);
    built.clock.advance(1);
    expect((await registerInvited(old.token)).statusCode).toBe(404);
    owner.box = await openSession(built, owner.userId, owner.accountId);
    const withdrawn = await invited(owner);
    const listed = (await teamOf(owner.box)).invitations.find((one) => one.email === withdrawn.email);
    expect((await call(owner.box, 'DELETE', `/team/invitations/${listed?.id}`)).statusCode).toBe(200);
    expect((await lookUp(withdrawn.token)).statusCode).toBe(404);
    const declined = await invited(owner);
    expect((await post(built, '/api/team/invitations/decline', { token: declined.token }, createCookieBox())).statusCode).toBe(
      200,
    );
    expect(codeAndMessage(await lookUp(declined.token))).toEqual([404, 'This invitation is no longer valid. Ask for a new one.']);
    expect(await kindsIn(owner.accountId)).toContain('team.invitation_declined');
  });

  it('SEC-03 is accepted by nobody but the invited address, and is good for that one afterwards', async () => {
    const owner = await addMember(built, 'owner');
    const right = await addMember(built, 'owner');
    const wrong = await addMember(built, 'owner');
    const { token } = await invited(owner, right.email);
    expect(codeAndMessage(await accept(wrong.box, token))).toEqual([403, 'This invitation is for another email address']);
    expect(codeAndMessage(await registerInvited(token))).toEqual([409, 'This address now has an account. Sign in to accept.']);
    built.clock.advance(1);
    expect((await accept(right.box, token)).statusCode).toBe(200);
    const own = await accountsOf(right.box);
    expect(own.map(({ id, role, is_current }) => [id, role, is_current])).toEqual([
      [right.accountId, 'owner', false],
      [owner.accountId, 'moderator', true],
    ]);
  });

  it('SEC-03 makes one membership of two acceptances at the same moment', async () => {
    const owner = await addMember(built, 'owner');
    const person = await addMember(built, 'owner');
    const { token } = await invited(owner, person.email);
    const answers = await Promise.all([accept(person.box, token), accept(person.box, token), accept(person.box, token)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
    const stranger = await invited(owner);
    const made = await Promise.all([registerInvited(stranger.token), registerInvited(stranger.token)]);
    expect(made.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect((await teamOf(owner.box)).members).toHaveLength(3);
    expect((await kindsIn(owner.accountId)).filter((kind) => kind === 'team.joined')).toHaveLength(2);
  });

  it('SEC-03 refuses members, more than 50 people, and a sign-in that is not fresh', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'viewer', owner.accountId);
    expect(codeAndMessage(await invite(owner, colleague.email))).toEqual([409, 'This person is already a member of the team']);
    for (let n = 0; n < 47; n += 1) await addMember(built, 'viewer', owner.accountId);
    const last = await Promise.all([invite(owner, newAddress()), invite(owner, newAddress()), invite(owner, newAddress())]);
    expect(last.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    built.clock.advance(10 * 60_000 + 1);
    expect(codeAndMessage(await invite(owner, newAddress()))).toEqual([403, 'Confirm your identity']);
  });

  it('SEC-09 sends at most 20 an hour for an account and 5 to an address', async () => {
    const owner = await addMember(built, 'owner');
    for (let n = 0; n < 20; n += 1) expect((await invite(owner, newAddress())).statusCode).toBe(200);
    expect((await invite(owner, newAddress())).statusCode).toBe(429);
    const address = newAddress();
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await invite(await addMember(built, 'owner'), address)).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('members', () => {
  it('SEC-03 have a new role with their next request', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'moderator', owner.accountId);
    const save = () =>
      post(built, '/api/keyword-settings', { forbidden_keywords: ['wine'], required_keywords: [] }, colleague.box);
    expect((await save()).statusCode).toBe(200);
    const changed = await call(owner.box, 'PATCH', `/team/members/${colleague.userId}`, { role: 'viewer' });
    expect(changed.json<{ data: object }>().data).toMatchObject({ member: { user_id: colleague.userId, role: 'viewer' } });
    expect(codeAndMessage(await save())).toEqual([403, 'Your role does not allow this']);
    expect((await call(colleague.box, 'GET', '/media')).statusCode).toBe(200);
    expect((await call(owner.box, 'PATCH', `/team/members/${colleague.userId}`, { role: 'owner' })).statusCode).toBe(400);
  });

  it('SEC-03 see names and roles, while addresses and invitations are the owner’s', async () => {
    const owner = await addMember(built, 'owner');
    const viewer = await addMember(built, 'viewer', owner.accountId);
    await invited(owner);
    const seen = await teamOf(viewer.box);
    expect(seen.members.map(({ name, email, role }) => [name, email, role])).toEqual([
      ['Member owner', null, 'owner'],
      ['Member viewer', null, 'viewer'],
    ]);
    expect(seen.invitations).toEqual([]);
  });

  it('SEC-03 are signed out of the account at once when they are removed, and of nothing else', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'moderator', owner.accountId);
    const own = await built.context.db.transaction(async (tx) => {
      const [made] = await tx.insert(account).values({}).returning();
      if (!made) throw new Error('no account');
      await tx.insert(membership).values({ accountId: made.id, userId: colleague.userId, role: 'owner' });
      return made.id;
    });
    const elsewhere = await openSession(built, colleague.userId, own);
    expect((await call(owner.box, 'DELETE', `/team/members/${colleague.userId}`)).statusCode).toBe(200);
    expect((await call(colleague.box, 'GET', '/users/me')).statusCode).toBe(401);
    expect((await post(built, '/api/auth/refresh', undefined, colleague.box)).statusCode).toBe(401);
    expect((await call(elsewhere, 'GET', '/users/me')).statusCode).toBe(200);
    expect((await post(built, '/api/auth/switch-account', { account_id: owner.accountId }, elsewhere)).statusCode).toBe(404);
    const [told] = await built.mailsTo(colleague.email);
    expect(told?.subject).toBe('You no longer belong to a Clearframe team');
    const gone = await call(owner.box, 'DELETE', `/team/members/${colleague.userId}`);
    expect(codeAndMessage(gone)).toEqual([404, 'Member not found']);
  });

  it('SEC-03 removed from their only account get one of their own at the next sign-in, and only one', async () => {
    const owner = await addMember(built, 'owner');
    const { email, token } = await invited(owner);
    const box = createCookieBox();
    await registerInvited(token, box);
    const person = (await teamOf(owner.box)).members.find((member) => member.email === email);
    await call(owner.box, 'DELETE', `/team/members/${person?.user_id}`);
    const login = () => post(built, '/api/auth/login', { email, password, recaptchaToken: 'off' }, createCookieBox());
    const answers = await Promise.all([login(), login(), login()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const rows = await built.context.db
      .select()
      .from(membership)
      .where(eq(membership.userId, person?.user_id ?? ''));
    expect(rows.map(({ role }) => role)).toEqual(['owner']);
    expect(rows[0]?.accountId).not.toBe(owner.accountId);
  });

  it('SEC-03 leave by themselves into another account; an owner hands over first', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'viewer', owner.accountId);
    const second = await openSession(built, colleague.userId, owner.accountId);
    expect(codeAndMessage(await post(built, '/api/team/leave', undefined, owner.box))).toEqual([
      409,
      'An account needs an owner. Hand over ownership first.',
    ]);
    expect((await call(owner.box, 'DELETE', `/team/members/${owner.userId}`)).statusCode).toBe(409);
    expect((await call(owner.box, 'PATCH', `/team/members/${owner.userId}`, { role: 'viewer' })).statusCode).toBe(409);
    expect((await post(built, '/api/team/leave', undefined, colleague.box)).statusCode).toBe(200);
    expect((await accountsOf(colleague.box)).map(({ role, is_current }) => [role, is_current])).toEqual([['owner', true]]);
    expect((await call(second, 'GET', '/users/me')).statusCode).toBe(401);
    expect((await teamOf(owner.box)).members).toHaveLength(1);
  });

  it('SEC-03 hand over: ten at the same moment leave one owner, and the former one moderates', async () => {
    const owner = await addMember(built, 'owner');
    const colleagues: Member[] = [];
    for (let n = 0; n < 10; n += 1) colleagues.push(await addMember(built, n % 2 ? 'viewer' : 'moderator', owner.accountId));
    const answers = await Promise.all(
      colleagues.map(({ userId }) => post(built, '/api/team/hand-over', { user_id: userId }, owner.box)),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 403)]);
    const next = colleagues[answers.findIndex((answer) => answer.statusCode === 200)];
    if (!next) throw new Error('nobody became owner');
    const owning = and(eq(membership.accountId, owner.accountId), eq(membership.role, 'owner'));
    expect((await built.context.db.select().from(membership).where(owning)).map(({ userId }) => userId)).toEqual([next.userId]);
    expect(await roleIn(owner.accountId, owner.userId)).toBe('moderator');
    // Back again, while others are removed: the owner is never one of them.
    const back = post(built, '/api/team/hand-over', { user_id: owner.userId }, next.box);
    const removal = call(next.box, 'DELETE', `/team/members/${owner.userId}`);
    await Promise.all([back, removal]);
    expect(await built.context.db.select().from(membership).where(owning)).toHaveLength(1);
    expect((await built.mailsTo(next.email)).map(({ subject }) => subject)).toContain('You now own a Clearframe account');
  });

  it('SEC-03 cannot be two owners, whatever a statement asks for', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'viewer', owner.accountId);
    const write = built.context.db.update(membership).set({ role: 'owner' }).where(eq(membership.userId, colleague.userId));
    await expect(write).rejects.toMatchObject({ cause: { constraint: 'membership_one_owner' } });
  });

  it('SEC-03 hand over only with a fresh proof', async () => {
    const owner = await addMember(built, 'owner');
    const colleague = await addMember(built, 'viewer', owner.accountId);
    built.clock.advance(10 * 60_000 + 1);
    const refused = await post(built, '/api/team/hand-over', { user_id: colleague.userId }, owner.box);
    expect(codeAndMessage(refused)).toEqual([403, 'Confirm your identity']);
  });
});

describe('accounts of a person', () => {
  it('DASH-01 are named, switched between, and the one used last is where the next sign-in leads', async () => {
    const person = await registerAndSignIn(built);
    const own = await accountOf(built, person.userId);
    const team = await addMember(built, 'owner');
    await call(team.box, 'PATCH', '/team', { name: '  North Studio ' });
    const { token } = await invited(team, person.email, 'viewer');
    built.clock.advance(1_000);
    await accept(person.box, token);
    const current = async (box: CookieBox) => (await accountsOf(box)).find(({ is_current }) => is_current)?.name;
    expect(await current(person.box)).toBe('North Studio');
    const login = async () => {
      const box = createCookieBox();
      await post(built, '/api/auth/login', { email: person.email, password, recaptchaToken: 'off' }, box);
      return current(box);
    };
    expect(await login()).toBe('North Studio');
    built.clock.advance(1_000);
    const switched = await post(built, '/api/auth/switch-account', { account_id: own }, person.box);
    expect(switched.statusCode).toBe(200);
    expect(await current(person.box)).toBe('Ada Example');
    expect(await login()).toBe('Ada Example');
    expect(await kindsIn(own)).toContain('account.switched');
    expect((await post(built, '/api/auth/switch-account', { account_id: randomUUID() }, person.box)).statusCode).toBe(404);
  });

  it('DASH-01 an empty name gives the account its owner’s name again', async () => {
    const owner = await addMember(built, 'owner');
    await call(owner.box, 'PATCH', '/team', { name: 'Name' });
    expect((await accountsOf(owner.box))[0]?.name).toBe('Name');
    await call(owner.box, 'PATCH', '/team', { name: '' });
    expect((await accountsOf(owner.box))[0]?.name).toBe('Member owner');
    expect((await teamOf(owner.box)).name).toBeNull();
  });

  it('SEC-03 revokes no session of a colleague', async () => {
    const owner = await addMember(built, 'owner');
    const [one, other] = [await addMember(built, 'viewer', owner.accountId), await addMember(built, 'viewer', owner.accountId)];
    await call(owner.box, 'DELETE', `/team/members/${one.userId}`);
    const open = (id: string) => built.context.db.select().from(session).where(eq(session.userId, id));
    expect((await open(one.userId))[0]?.revokedReason).toBe('membership_ended');
    expect((await open(other.userId))[0]?.revokedAt).toBeNull();
  });
});
