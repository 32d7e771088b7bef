import { type ReactNode, useState } from 'react';
import { RevealsContext } from '../../../shared/media/reveals-context.ts';
import { VeilLookContext } from '../../../shared/media/veil-look.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { useReveals } from '../../shell/care/use-reveals.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { usePreference } from './preference.ts';
import { ReviewContext } from './review-context.ts';
import { useDecisions } from './use-decisions.ts';
import { useManner } from './use-manner.ts';

const switches = ['on', 'off'] as const;

/** Around the pages of Content Review: decisions go on while one page makes way for another. */
export function ReviewProvider({ children }: { children: ReactNode }) {
  const user = useUser();
  const mayReview = useMay('media.review');
  const decisions = useDecisions();
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const [seenPage, setSeenPage] = useState(1);
  const manner = useManner(user.id);
  const { reveals, hasFailed, revealedAt } = useReveals(manner);
  const [shortcuts, setShortcuts] = usePreference('shortcuts', user.id, switches, 'on');
  const [advances, setAdvances] = usePreference('advance', user.id, switches, 'on');
  const review = {
    ...decisions,
    revealedAt,
    canDecide: mayReview !== false,
    lookedAt,
    setLookedAt,
    comparing,
    setComparing,
    seenPage,
    setSeenPage,
    advances: advances === 'on',
    setAdvances: (on: boolean) => setAdvances(on ? 'on' : 'off'),
    manner,
    shortcuts: shortcuts === 'on',
    setShortcuts: (on: boolean) => setShortcuts(on ? 'on' : 'off'),
  };
  return (
    <ReviewContext value={review}>
      <RevealsContext value={reveals}>
        <VeilLookContext value={manner.veil}>
          {hasFailed ? (
            <Banner kind="error" title="Could not count what you reveal">
              Flagged media stays hidden until we can. Try again.
            </Banner>
          ) : null}
          {children}
        </VeilLookContext>
      </RevealsContext>
    </ReviewContext>
  );
}
