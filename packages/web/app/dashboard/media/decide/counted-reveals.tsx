import type { ReactNode } from 'react';
import { RevealsContext } from '../../../shared/media/reveals-context.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { useReveals } from '../../shell/care/use-reveals.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { useManner } from './use-manner.ts';

/** Around prints of items outside of Content Review: what is revealed there counts the same. They stay blurred until then. */
export function CountedReveals({ children }: { children: ReactNode }) {
  const { reveals, hasFailed } = useReveals(useManner(useUser().id));
  return (
    <RevealsContext value={reveals}>
      {hasFailed ? (
        <Banner kind="error" title="Could not count what you reveal">
          Flagged media stays hidden until we can. Try again.
        </Banner>
      ) : null}
      {children}
    </RevealsContext>
  );
}
