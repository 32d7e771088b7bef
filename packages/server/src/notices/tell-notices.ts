import type { DataOfEvent, NoticeLevel } from '@clearframe/contract';
import type { Tx } from '../db/client.ts';
import type { QueueContext } from '../webhooks/queue-delivery.ts';
import { tellHooks } from '../webhooks/tell-hooks.ts';
import { type NoticeRow, presentNotices } from './notice-row.ts';

/** The notice as the transaction sees it, without who sent it: nobody whom hooks tell has to know that. */
async function told(context: QueueContext, tx: Tx, row: NoticeRow): Promise<DataOfEvent<'notice.received'>> {
  const [shown] = await presentNotices(tx, [row], context.clock.now());
  if (!shown) throw new Error('The notice was not presented');
  const { notifier: _notifier, signature: _signature, ...notice } = shown;
  return { notice };
}

const about = ({ id, accountId }: NoticeRow) => ({ accountId, subject: { type: 'notice' as const, id } });

/** Tells the account's hooks that a notice came, or how it was decided. @param row as it is after that */
export async function tellOfNotice(
  context: QueueContext,
  tx: Tx,
  event: 'notice.received' | 'notice.decided',
  row: NoticeRow,
): Promise<void> {
  await tellHooks(context, tx, { event, ...about(row), data: () => told(context, tx, row) });
}

/** Tells them how much of its time is over. */
export async function tellOfDueNotice(context: QueueContext, tx: Tx, level: NoticeLevel, row: NoticeRow): Promise<void> {
  const data = async () => ({ ...(await told(context, tx, row)), level });
  await tellHooks(context, tx, { event: 'notice.due', ...about(row), data });
}
