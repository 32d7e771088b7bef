import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { part } from '../../../shared/ui/part.tsx';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';

/** Seldom shown. */
const RestCard = part(async () => (await import('./rest-card.tsx')).RestCard);

/** Above the page while the person rests. The server keeps the break, whatever window or browser they open. */
export function BreakCard() {
  const { data } = useQuery(ownExposureQuery);
  const until = data?.break_until ?? null;
  return (
    <div role="status">
      {until === null ? null : (
        <Suspense>
          <RestCard until={until} />
        </Suspense>
      )}
    </div>
  );
}
