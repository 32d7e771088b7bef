import { CheckCheck } from 'lucide-react';
import { Suspense } from 'react';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Nothing, part } from '../../../shared/ui/part.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { listAddress } from '../address.ts';
import { countItems } from '../decide/decision-labels.ts';
import { useReview } from '../decide/review-context.ts';
import { useShortcuts } from '../decide/use-shortcuts.ts';

/** At the end of a session alone. */
const DecidedLast = part(async () => (await import('./decided-last.tsx')).DecidedLast, Nothing);

/** Nothing waits any more. */
export function QueueDone() {
  const { decidedCount, undoLast } = useReview();
  useShortcuts({ undo: undoLast });
  return (
    <>
      <section className="card">
        <EmptyState
          icon={CheckCheck}
          title="The queue is clear"
          action={
            <div className="row wrap">
              <LinkButton to={listAddress({ status: 'safe' })}>Check safe items</LinkButton>
              <LinkButton kind="ghost" to="/dashboard/quality">
                See measured quality
              </LinkButton>
            </div>
          }
        >
          {decidedCount > 0 ? `You decided ${countItems(decidedCount)}. ` : ''}New ones appear here on their own.
        </EmptyState>
      </section>
      {decidedCount > 0 ? (
        <Suspense>
          <DecidedLast />
        </Suspense>
      ) : null}
    </>
  );
}
