import type { MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { part } from '../../../shared/ui/part.tsx';
import { noticeCountsQuery } from '../../shell/notices/notice-counts-query.ts';
import { ToldOutline } from '../shown/told-outline.tsx';

/** Few items were reported, and not all accounts have a webhook. */
const NoticesCard = part(async () => (await import('../reported/notices-card.tsx')).NoticesCard);

const WebhookCard = part(async () => (await import('../told/webhook-card.tsx')).WebhookCard);

/** What people outside said of an item, and what webhooks were told of it: cards that come where there is something to say. */
export function LateCards({ media }: { media: MediaUpload }) {
  const { data: counts, isError } = useQuery(noticeCountsQuery);
  // Where no notice is open, there is none about this item.
  const mayBeReported = counts ? counts.open > 0 : isError;
  return (
    <>
      <Suspense>{mayBeReported ? <NoticesCard id={media.id} /> : null}</Suspense>
      {media.webhookStatus === null ? null : (
        <Suspense fallback={<ToldOutline />}>
          <WebhookCard id={media.id} />
        </Suspense>
      )}
    </>
  );
}
