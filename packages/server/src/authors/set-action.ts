import { AppError, type AuthorActionInput } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { type AuthorActor, author, user } from '../db/schema.ts';

/** Who sets it: a person, or a program by its token. */
export type Actor = { accountId: string } & ({ userId: string } | { tokenName: string });

async function actorOf(db: Db, actor: Actor): Promise<AuthorActor> {
  if ('tokenName' in actor) return { type: 'token', id: null, name: actor.tokenName };
  const [found] = await db.select({ name: user.name }).from(user).where(eq(user.id, actor.userId));
  return { type: 'person', id: actor.userId, name: found?.name ?? '' };
}

function refuse(path: string, message: string): never {
  throw new AppError('validation_failed', { message, errors: [{ path, message }] });
}

/**
 * Trusts, watches or blocks an author from their next item on, or ends that.
 * @throws AppError author_not_found, validation_failed (a block without a reason, an end that is past)
 */
export async function setAuthorAction(db: Db, actor: Actor, id: string, input: AuthorActionInput): Promise<void> {
  const { action, reason, until = null } = input;
  if (action === 'block' && !reason) refuse('reason', 'Say why you block them');
  const by = await actorOf(db, actor);
  const isOff = action === 'none';
  const changed = await db
    .update(author)
    .set({
      action,
      actionReason: isOff ? null : reason || null,
      actionUntil: isOff || until === null ? null : new Date(until),
      actionBy: isOff ? null : by,
    })
    .where(
      and(
        eq(author.accountId, actor.accountId),
        eq(author.externalId, id),
        until === null ? undefined : sql`${until}::timestamptz > now()`,
      ),
    )
    .returning({ id: author.id });
  if (changed.length > 0) return;
  const isThere = await db.$count(author, and(eq(author.accountId, actor.accountId), eq(author.externalId, id)));
  if (isThere > 0) refuse('until', 'Choose a time to come');
  throw new AppError('author_not_found');
}
