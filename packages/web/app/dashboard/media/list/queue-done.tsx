import { CheckCheck } from 'lucide-react';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countItems } from '../decide/decision-labels.ts';
import { useReview } from '../decide/review-context.ts';
import { useShortcuts } from '../decide/use-shortcuts.ts';

/** Nothing waits any more. */
export function QueueDone() {
  const { decidedCount, undoLast } = useReview();
  useShortcuts({ undo: undoLast });
  return (
    <section className="card">
      <EmptyState
        icon={CheckCheck}
        title="The queue is clear"
        action={<LinkButton to="/dashboard/quality">See measured quality</LinkButton>}
      >
        {decidedCount > 0 ? `You decided ${countItems(decidedCount)}. ` : ''}New ones appear here on their own.
      </EmptyState>
    </section>
  );
}
