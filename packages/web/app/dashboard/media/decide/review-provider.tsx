import { type ReactNode, useState } from 'react';
import { type VeilLook, VeilLookContext } from '../../../shared/media/veil-look.ts';
import { useToaster } from '../../../shared/ui/toast.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { usePreference } from './preference.ts';
import { ReviewContext } from './review-context.ts';
import { useDecisions } from './use-decisions.ts';

const veilLooks = ['blur', 'grey', 'off'] as const satisfies VeilLook[];
const switches = ['on', 'off'] as const;

/** Around the pages of Content Review: decisions go on while one page makes way for another. */
export function ReviewProvider({ children }: { children: ReactNode }) {
  const user = useUser();
  const { act } = useToaster();
  const mayReview = useMay('media.review');
  const decisions = useDecisions();
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const [seenPage, setSeenPage] = useState(1);
  const [veil, setVeil] = usePreference('veil', user.id, veilLooks, 'blur');
  const [shortcuts, setShortcuts] = usePreference('shortcuts', user.id, switches, 'on');
  const [advances, setAdvances] = usePreference('advance', user.id, switches, 'on');
  const review = {
    ...decisions,
    canDecide: mayReview !== false,
    undoLast: () => void act(),
    lookedAt,
    setLookedAt,
    seenPage,
    setSeenPage,
    advances: advances === 'on',
    setAdvances: (on: boolean) => setAdvances(on ? 'on' : 'off'),
    veil,
    setVeil,
    shortcuts: shortcuts === 'on',
    setShortcuts: (on: boolean) => setShortcuts(on ? 'on' : 'off'),
  };
  return (
    <ReviewContext value={review}>
      <VeilLookContext value={veil}>{children}</VeilLookContext>
    </ReviewContext>
  );
}
