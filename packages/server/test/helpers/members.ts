import { randomUUID } from 'node:crypto';
import type { Role } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { dummyHash } from '../../src/accounts/passwords.ts';
import { createSession } from '../../src/accounts/sessions.ts';
import { account, membership, user } from '../../src/db/schema.ts';
import type { Built } from './build.ts';
import { type CookieBox, createCookieBox } from './sign-in.ts';

export type Member = { userId: string; accountId: string; email: string; box: CookieBox; headers: Record<string, string> };

/** The account that a person joined first. */
export async function accountOf({ context: { db } }: Built, userId: string): Promise<string> {
  const [row] = await db.select().from(membership).where(eq(membership.userId, userId)).orderBy(membership.createdAt).limit(1);
  if (!row) throw new Error('The person belongs to no account');
  return row.accountId;
}

/** Another browser of a person, signed in to that account without the work of a password. */
export async function openSession({ context, clock }: Built, userId: string, accountId: string): Promise<CookieBox> {
  const client = { ip: '127.0.0.1', userAgent: 'test' };
  const session = await context.db.transaction((tx) => createSession(tx, { userId, accountId, client, now: clock.now() }));
  const box = createCookieBox();
  box.set('access_token', session.access.token);
  box.set('refresh_token', session.refresh.token);
  box.set('logged_in', 'true');
  return box;
}

/** A fresh person with that role in an account, signed in there; without an account they own a new one. */
export async function addMember(built: Built, role: Role, accountId?: string): Promise<Member> {
  const { context, clock } = built;
  const email = `member-${randomUUID()}@example.com`;
  const createdAt = clock.now();
  const [owned] = accountId ? [{ id: accountId }] : await context.db.insert(account).values({ createdAt }).returning();
  const person = { name: `Member ${role}`, email, emailKey: email, passwordHash: dummyHash, createdAt };
  const [made] = await context.db.insert(user).values(person).returning();
  if (!owned || !made) throw new Error('The member was not stored');
  await context.db.insert(membership).values({ accountId: owned.id, userId: made.id, role, createdAt });
  const box = await openSession(built, made.id, owned.id);
  return { userId: made.id, accountId: owned.id, email, box, headers: box.headers() };
}
