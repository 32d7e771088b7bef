import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, media } from '../../db/schema.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Whether an object may be served now, whatever was signed before: not of an account that was deleted, nor of an item under legal
 * hold.
 * @param key `<account>/<item or export>/<name>`
 */
export async function mayServe({ db }: Pick<Context, 'db'>, key: string): Promise<boolean> {
  const [accountId = '', itemId = ''] = key.split('/');
  if (!uuid.test(accountId) || !uuid.test(itemId)) return false;
  const [owner] = await db
    .select({ deletedAt: account.deletedAt, held: media.id })
    .from(account)
    .leftJoin(media, and(eq(media.id, itemId), isNotNull(media.legalHoldAt)))
    .where(eq(account.id, accountId));
  return owner !== undefined && owner.deletedAt === null && owner.held === null;
}
