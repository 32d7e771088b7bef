import type { WebhookEvent } from '@clearframe/contract';
import type { Tx } from '../db/client.ts';
import { type QueueContext, queueDelivery, type WebhookNews } from './queue-delivery.ts';

type News<Name extends WebhookEvent> = Pick<WebhookNews<Name>, 'event' | 'accountId' | 'data'> &
  Required<Pick<WebhookNews<Name>, 'subject'>> & {
    /** The item whose texts it holds: it goes with that. Left out, there is none. */
    mediaId?: string | null;
  };

/** Tells hooks of what is no verdict, at once and in the transaction in which it happened. */
export async function tellHooks<Name extends WebhookEvent>(context: QueueContext, tx: Tx, news: News<Name>): Promise<void> {
  const always = { decisionId: null, verdictAttempt: null, undoDelayMs: 0 };
  await queueDelivery(context, tx, { ...news, mediaId: news.mediaId ?? null, ...always });
}
