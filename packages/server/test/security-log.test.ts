import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../src/accounts/remove-expired.ts';
import { securityEvent } from '../src/db/schema.ts';
import { recordSecurityEvent } from '../src/security/security-events.ts';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

type Line = { kind: string; user: { name: string } | null; ip: string | null; userAgent: string | null };
async function read(member: Member, page = 1) {
  const url = `/api/users/me/security-events?page=${page}`;
  const answer = await built.app.inject({ method: 'GET', url, headers: member.headers });
  return answer.json<{ data: { security_events: Line[]; pagination: { page: number; limit: number; total: number } } }>().data;
}
const kinds = async (member: Member) => (await read(member)).security_events.map(({ kind }) => kind);

describe('the security log', () => {
  it('SEC-03 AUTH-16 shows an owner the whole account, others their own lines, and nobody another account', async () => {
    const owner = await addMember(built, 'owner');
    const moderator = await addMember(built, 'moderator', owner.accountId);
    const stranger = await addMember(built, 'owner');
    const { db } = built.context;
    const client = { ip: '203.0.113.7', userAgent: 'Firefox' };
    const { accountId } = owner;
    const at = built.clock.now();
    await recordSecurityEvent(db, { kind: 'access_token.created', userId: owner.userId, accountId, client, at });
    await recordSecurityEvent(db, { kind: 'session.revoked', userId: moderator.userId, accountId, at });
    // A failed sign-in belongs to no account yet.
    await recordSecurityEvent(db, { kind: 'login.failed', userId: moderator.userId, at });
    expect(await kinds(owner)).toEqual(['session.revoked', 'access_token.created']);
    expect(await kinds(moderator)).toEqual(['login.failed', 'session.revoked']);
    expect(await kinds(stranger)).toEqual([]);
    const lines = (await read(owner)).security_events;
    expect(lines[1]).toMatchObject({ ...client, user: { name: 'Member owner' }, detail: null });
    expect(lines[0]).toMatchObject({ user: { name: 'Member moderator' }, ip: null });
  });

  it('AUTH-16 keeps a line for 365 days, then removes it', async () => {
    const owner = await addMember(built, 'owner');
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const { context } = built;
    for (const [detail, at] of [
      ['young', daysAgo(364)],
      ['old', daysAgo(366)],
    ] as const) {
      await recordSecurityEvent(context.db, { kind: 'session.confirmed', userId: owner.userId, detail, at });
    }
    await removeExpired(context);
    const left = await context.db.select().from(securityEvent).where(eq(securityEvent.userId, owner.userId));
    expect(left.map(({ detail }) => detail)).toEqual(['young']);
  });

  it('AUTH-16 is read in pages of 20, newest first', async () => {
    const owner = await addMember(built, 'owner');
    for (let n = 1; n <= 45; n += 1) {
      built.clock.advance(1);
      const detail = `line ${n}`;
      await recordSecurityEvent(built.context.db, {
        kind: 'session.confirmed' as const,
        userId: owner.userId,
        detail,
        at: built.clock.now(),
      });
    }
    const pages = [await read(owner, 1), await read(owner, 2), await read(owner, 3), await read(owner, 4)];
    expect(pages.map((page) => page.security_events.length)).toEqual([20, 20, 5, 0]);
    expect(pages[0]?.security_events[0]).toMatchObject({ detail: 'line 45' });
    expect(pages[2]?.security_events[4]).toMatchObject({ detail: 'line 1' });
    expect(pages[3]?.pagination).toEqual({ page: 4, limit: 20, total: 45 });
  });
});
