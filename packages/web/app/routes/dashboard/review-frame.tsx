import { Outlet } from 'react-router';
import { BreakCard } from '../../dashboard/media/care/break-card.tsx';
import { ReviewProvider } from '../../dashboard/media/decide/review-provider.tsx';

/** What the list and the items of Content Review share. */
export default function ReviewFrame() {
  return (
    <ReviewProvider>
      <BreakCard />
      <Outlet />
    </ReviewProvider>
  );
}
