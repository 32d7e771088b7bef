import { AppError, type DataExport } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../authors/set-action.ts';
import type { Context } from '../../context.ts';
import { author } from '../../db/schema.ts';
import { requestExport } from '../request-export.ts';

type RequestContext = Pick<Context, 'clock' | 'db' | 'live' | 'queue'>;

/**
 * Asks for the ZIP of all that is held about an author.
 * @throws AppError author_not_found, export_running
 */
export async function requestAuthorExport(
  context: RequestContext,
  actor: Actor,
  id: string,
  count: () => Promise<unknown>,
): Promise<DataExport> {
  const { accountId } = actor;
  const which = and(eq(author.accountId, accountId), eq(author.externalId, id));
  const [found] = await context.db.select({ id: author.id }).from(author).where(which);
  if (!found) throw new AppError('author_not_found');
  return await requestExport(context, {
    owner: { accountId, userId: 'userId' in actor ? actor.userId : null },
    by: actor,
    kind: 'author',
    parameters: { author_id: found.id, author: id },
    count,
    // Whoever erases them now either waits for this, and removes the export with them, or was first.
    also: async (tx) => {
      const [still] = await tx.select({ id: author.id }).from(author).where(eq(author.id, found.id)).for('key share');
      if (!still) throw new AppError('author_not_found');
    },
  });
}
