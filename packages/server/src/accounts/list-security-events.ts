import { AppError, limits, type Pagination, type Role, type SecurityEvent } from '@clearframe/contract';
import { count, desc, eq, or } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { securityEvent, user } from '../db/schema.ts';

type Asker = { userId: string | null; accountId: string; role: Role };
type Page = { security_events: SecurityEvent[]; pagination: Pagination };

/** One page of the security log, newest first: one's own lines in every account, and for an owner all of this account. */
export async function listSecurityEvents({ db }: Pick<Context, 'db'>, asker: Asker, page: number): Promise<Page> {
  const { userId, accountId, role } = asker;
  if (!userId) throw new AppError('unauthenticated');
  const limit = limits.securityEventsPageSize;
  const own = eq(securityEvent.userId, userId);
  const seen = role === 'owner' ? or(own, eq(securityEvent.accountId, accountId)) : own;
  const [rows, counted] = await Promise.all([
    db
      .select({ event: securityEvent, name: user.name })
      .from(securityEvent)
      .leftJoin(user, eq(user.id, securityEvent.userId))
      .where(seen)
      .orderBy(desc(securityEvent.createdAt), desc(securityEvent.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(securityEvent).where(seen),
  ]);
  const events = rows.map(({ event, name }) => ({
    id: event.id,
    kind: event.kind,
    at: event.createdAt.toISOString(),
    // Of a person who is gone only the line stays.
    user: event.userId !== null && name !== null ? { id: event.userId, name } : null,
    ip: event.ip,
    userAgent: event.userAgent,
    detail: event.detail,
  }));
  return { security_events: events, pagination: { page, limit, total: counted[0]?.total ?? 0 } };
}
