import { type Invitation, type Role, roleMay, type Team, type TeamMember } from '@clearframe/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { account, invitation, membership, user } from '../db/schema.ts';

type Reader = { accountId: string; role: Role };

/** The invitation as its owner sees it; nothing in it tells whether the address has an account. */
export function invitationAnswer(row: typeof invitation.$inferSelect): Invitation {
  const { id, email, role, sentAt, expiresAt } = row;
  return { id, email, role, sent_at: sentAt.toISOString(), expires_at: expiresAt.toISOString() };
}

/** The members, owner first, then as they joined. */
export async function readMembers(db: Db | Tx, { accountId, role }: Reader): Promise<TeamMember[]> {
  const rows = await db
    .select({ userId: user.id, name: user.name, email: user.email, role: membership.role, joinedAt: membership.createdAt })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.accountId, accountId))
    .orderBy(sql`${membership.role} = 'owner' desc`, asc(membership.createdAt), user.id);
  return rows.map((row) => ({
    user_id: row.userId,
    name: row.name,
    email: roleMay(role, 'team.manage') ? row.email : null,
    role: row.role,
    joined_at: row.joinedAt.toISOString(),
  }));
}

/** The account's people. Addresses and invitations are for those who manage them. */
export async function readTeam({ db }: Pick<Context, 'db'>, reader: Reader): Promise<Team> {
  const { accountId, role } = reader;
  const [found] = await db.select({ name: account.name }).from(account).where(eq(account.id, accountId));
  const invitations = roleMay(role, 'team.manage')
    ? await db
        .select()
        .from(invitation)
        .where(eq(invitation.accountId, accountId))
        .orderBy(asc(invitation.createdAt), invitation.id)
    : [];
  return { name: found?.name ?? null, members: await readMembers(db, reader), invitations: invitations.map(invitationAnswer) };
}
