import { AppError } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { findMedia } from './media-row.ts';
import { removeItem } from './remove-item.ts';

/**
 * Removes an item with its files and results for good; what it was charged stays in the ledger, and frames that an analysis under
 * way holds go back.
 * @throws AppError media_not_found, media_held under legal hold
 */
export async function deleteMedia(
  context: Pick<Context, 'db' | 'live' | 'storage'>,
  caller: { accountId: string },
  id: string,
): Promise<void> {
  const item = authorize(await findMedia(context.db, id), caller, 'media_not_found');
  if (!(await removeItem(context, item, { reason: 'the item was deleted' }))) throw new AppError('media_not_found');
}
