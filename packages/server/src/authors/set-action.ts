import { AppError, type AuthorActionInput } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { type AuthorActor, author, user } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { tellOfAction } from './tell-authors.ts';

/** Who sets it: a person, or a program by its token. */
export type Actor = { accountId: string } & ({ userId: string } | { tokenName: string; tokenId?: string });

const actions = { none: 'author.cleared', trust: 'author.trusted', watch: 'author.watched', block: 'author.blocked' } as const;

async function actorOf(db: Db | Tx, actor: Actor): Promise<AuthorActor> {
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
export async function setAuthorAction(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'secrets'>,
  actor: Actor,
  id: string,
  input: AuthorActionInput,
): Promise<void> {
  const { clock, secrets } = context;
  await context.db.transaction(async (tx) => {
    const authorId = await set(tx, actor, id, input);
    const { accountId } = actor;
    await tellOfAction(context, tx, { accountId, authorId, externalId: id }, 'userId' in actor ? 'person' : 'token');
    // Whose log it is reads the id of none of its authors in it: a person may have to be forgotten, and the log never changes.
    const subject = { type: 'author', id: secrets.sign('audit-author', `${accountId}\n${id}`) };
    const detail = { until: input.action === 'none' ? null : (input.until ?? null) };
    await recordAudit(tx, { accountId, by: actor, action: actions[input.action], subject, detail, at: clock.now() });
  });
}

async function set(db: Tx, actor: Actor, id: string, input: AuthorActionInput): Promise<string> {
  const { action, reason, until = null } = input;
  if (action === 'block' && !reason) refuse('reason', 'Say why you block them');
  const by = await actorOf(db, actor);
  const isOff = action === 'none';
  const [changed] = await db
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
  if (changed) return changed.id;
  const isThere = await db.$count(author, and(eq(author.accountId, actor.accountId), eq(author.externalId, id)));
  if (isThere > 0) refuse('until', 'Choose a time to come');
  throw new AppError('author_not_found');
}
