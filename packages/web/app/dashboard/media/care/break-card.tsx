import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Nothing, part } from '../../../shared/ui/part.tsx';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';

/** Seldom shown. */
const RestCard = part(async () => (await import('./rest-card.tsx')).RestCard);
/** Where the account has no limit, nothing is to come. */
const BreakReminder = part(async () => (await import('./break-reminder.tsx')).BreakReminder, Nothing);

/** Above the page while the person rests. The server keeps the break, whatever window or browser they open. */
export function BreakCard() {
  const { data } = useQuery(ownExposureQuery);
  const until = data?.break_until ?? null;
  return (
    <>
      <div role="status">
        {data && until !== null ? (
          <Suspense>
            <RestCard exposure={data} until={until} />
          </Suspense>
        ) : null}
      </div>
      {data && data.hour.limit + data.day.limit > 0 ? (
        <Suspense>
          <BreakReminder exposure={data} />
        </Suspense>
      ) : null}
    </>
  );
}
