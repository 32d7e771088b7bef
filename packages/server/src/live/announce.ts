import type { MediaStage, VideoProgress } from '@clearframe/contract';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { CHANNEL } from './channel.ts';
import type { Announcement, LiveEvents } from './live-events.ts';

type Item = { id: string; accountId: string; uploadKey: string | null; kept: boolean };

/** Who hears of an item: its account, and of a check only the request that waits for it, under the item's own id. */
export const audienceOf = ({ id, accountId, kept }: Pick<Item, 'id' | 'accountId' | 'kept'>): string => (kept ? accountId : id);

/** How far an item is, for its account. */
export const stageOf = (item: Item, stage: MediaStage): Announcement => ({
  accountId: audienceOf(item),
  event: { type: 'media.stage', media_id: item.id, upload_id: item.uploadKey, stage },
});

/** {@link stageOf} for the row that a statement reads, told by the statement itself. */
export function stageNotice(row: Record<keyof Item, AnyColumn>, stage: MediaStage): SQL {
  const event = sql`json_build_object('type', 'media.stage', 'media_id', ${row.id}, 'upload_id', ${row.uploadKey},
    'stage', ${stage}::text)`;
  const audience = sql`case when ${row.kept} then ${row.accountId} else ${row.id} end`;
  return sql`pg_notify(${CHANNEL}, json_build_object('accountId', ${audience}, 'event', ${event})::text)`;
}

/** Tells the item's account how many seconds of a video are analysed. */
export function announceProgress(live: Pick<LiveEvents, 'publish'>, item: Item, progress: VideoProgress): Promise<void> {
  const event = {
    type: 'media.stage',
    media_id: item.id,
    upload_id: item.uploadKey,
    stage: 'analysis',
    progress,
  } as const;
  return live.publish([{ accountId: audienceOf(item), event }]);
}

/** That an item and what its account may still use have changed. */
export const changesOf = (item: Pick<Item, 'id' | 'accountId' | 'kept'>): Announcement[] => [
  { accountId: audienceOf(item), event: { type: 'media.updated', media_id: item.id } },
  { accountId: item.accountId, event: { type: 'usage.updated' } },
];

/** Tells the item's account that the item and what it may still use have changed, when the transaction commits. */
export function announceChange(
  live: Pick<LiveEvents, 'publish'>,
  item: Pick<Item, 'id' | 'accountId' | 'kept'>,
  tx: Tx,
): Promise<void> {
  return live.publish(changesOf(item), tx);
}

/** Tells the item's account that the item has changed, when the transaction commits. */
export function announceMedia(live: LiveEvents, { id, accountId }: Pick<Item, 'id' | 'accountId'>, tx: Tx): Promise<void> {
  return live.publish([{ accountId, event: { type: 'media.updated', media_id: id } }], tx);
}

/** Tells the account that one of its people joined, left, has another role or looks elsewhere, when the transaction commits. */
export function announceMember(
  live: LiveEvents,
  { accountId, userId }: { accountId: string; userId: string },
  tx: Tx,
): Promise<void> {
  return live.publish([{ accountId, event: { type: 'team.updated', user_id: userId } }], tx);
}

/** Tells the account that somebody claims items, or no longer does, when the transaction commits. */
export function announceClaim(
  live: Pick<LiveEvents, 'publish'>,
  { accountId, mediaIds }: { accountId: string; mediaIds: readonly string[] },
  tx: Tx,
): Promise<void> {
  const events = mediaIds.map((media_id) => ({ accountId, event: { type: 'claim.updated', media_id } as const }));
  return live.publish(events, tx);
}

/** Tells the account that a run over many items got on, when the transaction commits. */
export function announceBulkRun(
  live: Pick<LiveEvents, 'publish'>,
  { id, accountId }: Pick<Item, 'id' | 'accountId'>,
  tx: Tx,
): Promise<void> {
  return live.publish([{ accountId, event: { type: 'bulk_run.updated', run_id: id } }], tx);
}

/** Tells the hook's account that the hook has changed, when the transaction commits. */
export function announceWebhook(live: LiveEvents, { id, accountId }: Pick<Item, 'id' | 'accountId'>, tx: Tx): Promise<void> {
  return live.publish([{ accountId, event: { type: 'webhook.updated', webhook_id: id } }], tx);
}

type Told = { accountId: string; mediaId: string | null; webhookId: string | null };

/** That events for hooks stand otherwise now, and so do their items. */
export const deliveriesOf = (all: readonly Told[]): Announcement[] =>
  all.flatMap(({ accountId, mediaId, webhookId }) => [
    ...(mediaId === null ? [] : [{ accountId, event: { type: 'media.updated', media_id: mediaId } } as const]),
    ...(webhookId === null ? [] : [{ accountId, event: { type: 'delivery.updated', webhook_id: webhookId } } as const]),
  ]);

/** Tells accounts of {@link deliveriesOf}, when the transaction commits. */
export async function announceDeliveries(live: Pick<LiveEvents, 'publish'>, all: readonly Told[], tx: Tx): Promise<void> {
  const announcements = deliveriesOf(all);
  if (announcements.length > 0) await live.publish(announcements, tx);
}
