import { type GivenRole, roleWords, type Team, type TeamMember, teamEndpoints } from '@clearframe/contract';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import accountPageStyles from '../frame/account-page.module.css';
import { InvitationTable } from './invitation-table.tsx';
import { InviteForm } from './invite-form.tsx';
import { HandOverDialog, RemoveDialog } from './member-dialogs.tsx';
import { MemberTable } from './member-table.tsx';
import teamStyles from './team.module.css';
import { TeamNameForm } from './team-name-form.tsx';
import { faultOf, useTeamChange } from './use-team.ts';

/** The team as its owner manages it; for somebody alone, the way to the first colleague. */
export function OwnerTeam({ team }: { team: Team }) {
  const isAlone = team.members.length === 1 && team.invitations.length === 0;
  return (
    <>
      {isAlone ? null : <Members members={team.members} />}
      <section className={`card ${teamStyles.card}`} aria-labelledby="invite-h">
        {isAlone ? (
          <div id="invite-h">
            <EmptyState icon={Users} title="Only you so far">
              Invite a teammate to review with you. Moderators upload and decide. Viewers see everything and change nothing.
            </EmptyState>
          </div>
        ) : (
          <div className="card-header">
            <h2 id="invite-h">Invite a teammate</h2>
          </div>
        )}
        <div className="card-body">
          <InviteForm />
        </div>
        {team.invitations.length > 0 ? <InvitationTable invitations={team.invitations} /> : null}
      </section>
      <section className="card" aria-labelledby="name-h">
        <div className="card-header">
          <h2 id="name-h">Account</h2>
        </div>
        <div className={`card-body ${accountPageStyles.narrow}`}>
          <TeamNameForm name={team.name} />
        </div>
      </section>
    </>
  );
}

function Members({ members }: { members: readonly TeamMember[] }) {
  const ownId = useUser().id;
  const confirmed = useConfirmed();
  const toast = useToast();
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const [next, setNext] = useState<TeamMember | null>(null);
  const change = useTeamChange(
    ({ member, role }: { member: TeamMember; role: GivenRole }) =>
      confirmed(() => call(teamEndpoints.changeRole, { params: { id: member.user_id }, body: { role } })),
    ({ member, role }) => toast(`${member.name} is a ${roleWords[role].name.toLowerCase()} now`),
  );
  const remove = useTeamChange(
    (member: TeamMember) => call(teamEndpoints.removeMember, { params: { id: member.user_id } }),
    (member) => {
      // Now, not when the lists were read again; a dialog that was opened for somebody else meanwhile stays.
      setRemoving((asked) => (asked?.user_id === member.user_id ? null : asked));
      toast(`Removed: ${member.name}`);
    },
  );
  const handOver = useTeamChange(
    (member: TeamMember) => {
      // One dialog at a time: the question who this is takes the place of this one.
      setNext(null);
      return confirmed(() => call(teamEndpoints.handOver, { body: { user_id: member.user_id } }));
    },
    (member) => toast(`${member.name} is the owner now`),
  );
  const fault = faultOf(change.error) ?? faultOf(handOver.error);
  return (
    <section className={`card ${teamStyles.card}`} aria-labelledby="members-h">
      <div className="card-header">
        <h2 id="members-h">Members</h2>
      </div>
      {fault ? <Banner kind="error" title={fault} /> : null}
      <MemberTable
        members={members}
        ownId={ownId}
        actions={{
          busy: change.isPending ? change.variables.member.user_id : undefined,
          onRole: (member, role) => change.mutate({ member, role }),
          onRemove: setRemoving,
          onHandOver: setNext,
        }}
      />
      <RemoveDialog member={removing} onClose={() => setRemoving(null)} onAct={() => removing && remove.mutateAsync(removing)} />
      <HandOverDialog member={next} onClose={() => setNext(null)} onAct={() => next && handOver.mutate(next)} />
    </section>
  );
}
