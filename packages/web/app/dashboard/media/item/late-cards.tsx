import type { MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { noticeCountsQuery } from '../../shell/notices/notice-counts-query.ts';

/** Few items were reported, and not all accounts have a webhook. What cannot be had leaves the page as it is, and says so. */
const NoticesCard = lazy(() =>
  import('../reported/notices-card.tsx').then(
    ({ NoticesCard }) => ({ default: NoticesCard }),
    () => ({ default: () => <p className="muted">Could not load the notices. Reload the page.</p> }),
  ),
);

const WebhookCard = lazy(() =>
  import('../told/webhook-card.tsx').then(
    ({ WebhookCard }) => ({ default: WebhookCard }),
    () => ({ default: () => null }),
  ),
);

/** What people outside said of an item, and what webhooks were told: cards that come where there is something to say. */
export function LateCards({ media }: { media: MediaUpload }) {
  // Where no notice is open, there is none about this item.
  const { data: counts } = useQuery(noticeCountsQuery);
  return (
    <Suspense>
      {counts?.open ? <NoticesCard id={media.id} /> : null}
      {media.webhookStatus === null ? null : <WebhookCard id={media.id} />}
    </Suspense>
  );
}
