import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, dataExport, media } from '../../db/schema.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Whether an object may be served now, whatever was signed before: not of an account that was deleted, nor of an item under legal hold,
 * nor of an item or an export that is gone, though its bytes may still be there, or in a process's memory.
 * @param key `<account>/<item or export>/<name>`
 */
export async function mayServe({ db }: Pick<Context, 'db'>, key: string): Promise<boolean> {
  const [accountId = '', id = ''] = key.split('/');
  if (!uuid.test(accountId) || !uuid.test(id)) return false;
  const [owner] = await db
    .select({ deletedAt: account.deletedAt, itemId: media.id, legalHoldAt: media.legalHoldAt, exportId: dataExport.id })
    .from(account)
    .leftJoin(media, eq(media.id, id))
    .leftJoin(dataExport, eq(dataExport.id, id))
    .where(eq(account.id, accountId));
  return owner?.deletedAt === null && (owner.itemId ?? owner.exportId) !== null && owner.legalHoldAt === null;
}
