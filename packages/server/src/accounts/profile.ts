import { AppError, type ProfileInput, type User } from '@clearframe/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { user } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { findUser } from './users.ts';

type Asker = { userId: string | null; accountId: string };

/** Renames the signed-in person. @throws AppError unauthenticated */
export async function changeProfile({ db, clock }: Context, asker: Asker, input: ProfileInput, client: Client): Promise<User> {
  const { userId, accountId } = asker;
  if (!userId) throw new AppError('unauthenticated');
  await db.transaction(async (tx) => {
    const isOther = and(eq(user.id, userId), ne(user.name, input.name));
    const renamed = await tx.update(user).set({ name: input.name }).where(isOther).returning({ id: user.id });
    if (renamed.length > 0)
      await recordSecurityEvent(tx, { kind: 'profile.renamed', userId, accountId, client, at: clock.now() });
  });
  return findUser(db, userId);
}
