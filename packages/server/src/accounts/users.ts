import { AppError, type User } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { user } from '../db/schema.ts';

/** The person as the API shows them. */
export function userView(row: typeof user.$inferSelect): User {
  return { id: row.id, name: row.name, email: row.email, createdAt: row.createdAt.toISOString() };
}

/** @throws AppError unauthenticated when there is no such person (any more) */
export async function findUser(db: Db, userId: string | null): Promise<User> {
  if (!userId) throw new AppError('unauthenticated');
  const [found] = await db.select().from(user).where(eq(user.id, userId));
  if (!found) throw new AppError('unauthenticated');
  return userView(found);
}
