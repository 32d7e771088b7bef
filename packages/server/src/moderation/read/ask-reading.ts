import type { WritingAsked } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { findMedia } from '../item/media-row.ts';
import { queueReading } from './queue-reading.ts';
import { TRIES_MAX } from './unread.ts';

/**
 * A person opened an item: what is written in it is read, if it was not. Asking again changes nothing.
 * @throws AppError media_not_found
 */
export async function askReading(
  context: Pick<Context, 'db' | 'queue'>,
  caller: { accountId: string },
  id: string,
): Promise<WritingAsked> {
  const item = authorize(await findMedia(context.db, id), caller, 'media_not_found');
  if (item.legalHoldAt !== null) return { state: 'withheld' };
  if (item.writingTries === null) return { state: 'read' };
  if (item.writingTries >= TRIES_MAX) return { state: 'unreadable' };
  // An analysis under way reads by itself, where it shall.
  if (item.state !== 'queued') await queueReading(context, item, { isLooked: true });
  return { state: 'reading' };
}
