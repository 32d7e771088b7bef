import type { Analysis } from '@clearframe/contract';
import { MediaError } from '@clearframe/engine/light';
import type { Context } from '../../context.ts';
import { isDatabaseFault, isDatabaseSlow, isDeadlock } from '../../db/database-fault.ts';
import type { JobRun } from '../../queue/queue.ts';
import { isStorageFault } from '../../storage/storage-fault.ts';
import { noteWork } from '../../work-context.ts';
import type { Examiner } from '../analyse/examine-item.ts';
import { originalPlace } from '../item/item-files.ts';
import type { MediaRow } from '../item/media-row.ts';
import { storeReading } from './store-reading.ts';
import { beginTry, endTries, takeTryBack } from './unread.ts';

export type ReadContext = Pick<Context, 'clock' | 'db' | 'live' | 'log' | 'presence' | 'storage' | 'videoTools'>;
export type ReadSigns = Pick<JobRun, 'alive' | 'signal' | 'stopping'>;

async function look(context: ReadContext, examiner: Examiner, item: MediaRow, signs: ReadSigns): Promise<Analysis> {
  const { video } = item;
  if (!video) {
    const { key, range } = originalPlace(item);
    return await examiner.analyse(await context.storage.get(key, range));
  }
  const tools = await context.videoTools();
  const signal = AbortSignal.any([signs.signal, signs.stopping]);
  const onSecond = () => signs.alive();
  const examine = (path: string) => examiner.examineVideo(path, video, tools, { onSecond, signal });
  return (await context.storage.withFile(item.objectKey, examine, signs)).analysis;
}

/** Whether the item is not to blame: then its try does not count. */
const isElsewhere = (error: unknown, { signal, stopping }: ReadSigns): boolean =>
  [isDatabaseFault, isDatabaseSlow, isDeadlock, isStorageFault].some((isFault) => isFault(error)) ||
  stopping.aborted ||
  signal.aborted;

/** As soon as the database answers, where it is away. */
async function giveTryBack({ db, presence }: Pick<ReadContext, 'db' | 'presence'>, item: MediaRow): Promise<void> {
  try {
    await takeTryBack(db, item);
  } catch (error) {
    if (isDatabaseFault(error)) presence.whenBack(() => takeTryBack(db, item));
    throw error;
  }
}

/**
 * Reads what is written in an item whose analysis left that out. No frame is charged, nothing stored is replaced, and the verdict stays.
 * May run twice at once, or again after a crash: what is read already is left alone.
 * @throws what went wrong beside the item: the job is tried again. An item that fails by itself is tried three times.
 */
export async function readItem(context: ReadContext, examiner: Examiner, id: string, signs: ReadSigns): Promise<void> {
  const item = await beginTry(context.db, id);
  if (!item) return;
  noteWork({ accountId: item.accountId });
  try {
    const seen = await look(context, examiner, item, signs);
    if (seen.writing === 'not_read') throw new Error('The writing was not read');
    await storeReading(context, item, seen);
  } catch (error) {
    if (isElsewhere(error, signs)) {
      await giveTryBack(context, item);
      throw error;
    }
    context.log.warn({ mediaId: id, err: error }, 'writing could not be read');
    // The file is at fault: another try ends the same way.
    if (error instanceof MediaError) await endTries(context.db, item);
  }
}
