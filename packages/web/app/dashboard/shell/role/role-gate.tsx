import { type Action, permissions, roleWords } from '@clearframe/contract';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCurrentAccount } from './own-accounts.ts';
import { useMay } from './use-may.ts';

type RoleGateProps = {
  action: Action;
  /** What the page is for, as in "Uploading is not part of your role". */
  thing: string;
  children: ReactNode;
};

/** "owners and moderators" for whoever is allowed. */
function whoMay(action: Action): string {
  return permissions[action].map((role) => `${roleWords[role].name.toLowerCase()}s`).join(' and ');
}

/** Shows a page to those whose role allows what it is for, and says to the others why not. Asks the server for nothing before. */
export function RoleGate({ action, thing, children }: RoleGateProps) {
  const may = useMay(action);
  const account = useCurrentAccount();
  if (may === null) {
    return (
      <section aria-busy="true" aria-label="Loading">
        <Skeleton shape="block" />
      </section>
    );
  }
  if (may) return children;
  const role = account ? roleWords[account.role].name.toLowerCase() : 'member';
  return (
    <section className="card">
      <EmptyState
        icon={UserRoundX}
        title={`${thing} not part of your role`}
        action={<LinkButton to="/dashboard/account/team">See the team</LinkButton>}
      >
        You are a {role}
        {account ? (
          <>
            {' '}
            of <bdi>{account.name}</bdi>
          </>
        ) : null}
        ; this is for {whoMay(action)}. The account owner can change your role.
      </EmptyState>
    </section>
  );
}
