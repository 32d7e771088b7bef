import { roleWords, type Team, teamEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { useCurrentAccount } from '../../shell/role/own-accounts.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../frame/account-page.module.css';
import { LeaveDialog } from './member-dialogs.tsx';
import { MemberTable } from './member-table.tsx';
import { OwnerTeam } from './owner-team.tsx';
import { teamQuery, useTeamChange } from './use-team.ts';

/** The people of the account: managed by its owner, a list for the others. */
export function TeamPage() {
  const team = useQuery(teamQuery);
  const mayManage = useMay('team.manage');
  if (team.data && mayManage !== null) return mayManage ? <OwnerTeam team={team.data} /> : <MemberTeam team={team.data} />;
  if (team.isError) {
    return <LoadFault title="Failed to load the team" query={team} />;
  }
  return (
    <section className="card" aria-busy="true" aria-label="Loading the team">
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </section>
  );
}

/** What a moderator or viewer sees, and the way out. */
function MemberTeam({ team }: { team: Team }) {
  const ownId = useUser().id;
  const account = useCurrentAccount();
  const [leaving, setLeaving] = useState(false);
  // The session then looks at another account, and the whole page starts anew there.
  const leave = useTeamChange(
    () => call(teamEndpoints.leaveTeam),
    () => {},
  );
  const name = account?.name ?? '';
  return (
    <>
      <section className="card" aria-labelledby="members-h">
        <div className="card-header">
          <h2 id="members-h">
            Members of <bdi>{name}</bdi>
          </h2>
        </div>
        <MemberTable members={team.members} ownId={ownId} />
      </section>
      <section className="card" aria-labelledby="role-h">
        <div className="card-header">
          <h2 id="role-h">Your role</h2>
          <span className="dim">{account ? roleWords[account.role].name : null}</span>
        </div>
        <div className={`card-body ${styles.narrow}`}>
          <p className="muted">{account ? `${roleWords[account.role].may}. ` : ''}The account owner can change your role.</p>
          <div className={styles.actions}>
            <Button kind="fail" onClick={() => setLeaving(true)}>
              Leave the team
            </Button>
          </div>
        </div>
      </section>
      <LeaveDialog team={name} open={leaving} onClose={() => setLeaving(false)} onAct={() => leave.mutateAsync(undefined)} />
    </>
  );
}
