import { Banner } from '../../../shared/ui/banner.tsx';
import { useReview } from './review-context.ts';

/** What could not be decided or undone, until it is dismissed or the next decision. */
export function FaultBanner() {
  const { fault, dismissFault } = useReview();
  if (!fault) return null;
  return (
    <Banner kind="error" title={fault.title} onDismiss={dismissFault}>
      {fault.reason === fault.title ? 'The item is unchanged.' : fault.reason}
    </Banner>
  );
}
