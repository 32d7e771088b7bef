import { type GivenRole, roleWords, type TeamMember } from '@clearframe/contract';
import { UserRoundMinus } from 'lucide-react';
import { formatShortDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import tableStyles from '../../ui/table.module.css';
import { RoleSelect } from './role-select.tsx';
import teamStyles from './team.module.css';

/** What an owner does with a member. */
type MemberActions = {
  /** The member whose change is on its way. */
  busy: string | undefined;
  onRole: (member: TeamMember, role: GivenRole) => void;
  onRemove: (member: TeamMember) => void;
  onHandOver: (member: TeamMember) => void;
};

type MemberTableProps = {
  members: readonly TeamMember[];
  ownId: string /** Without them the list only shows. */;
  actions?: MemberActions;
};

/** The people of the account as a table; stacked and labelled on phones. */
export function MemberTable({ members, ownId, actions }: MemberTableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Joined</th>
          {actions ? (
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.user_id}>
            <td className={tableStyles.lead}>
              <span className="breakable">
                <bdi>{member.name}</bdi>
                {member.user_id === ownId ? <span className="dim"> (you)</span> : null}
              </span>
              {member.email ? <small className="block dim breakable">{member.email}</small> : null}
            </td>
            <td data-l="Role">
              <MemberRole member={member} actions={actions} />
            </td>
            <td data-l="Joined" className="figures muted">
              {formatShortDate(member.joined_at)}
            </td>
            {actions ? (
              <td className={teamStyles.actions}>
                {member.role === 'owner' ? null : (
                  <>
                    <Button size="small" onClick={() => actions.onHandOver(member)}>
                      Make owner<span className="visually-hidden"> {member.name}</span>
                    </Button>
                    <Button
                      kind="ghost"
                      size="small"
                      icon
                      aria-label={`Remove ${member.name}`}
                      onClick={() => actions.onRemove(member)}
                    >
                      <Icon of={UserRoundMinus} />
                    </Button>
                  </>
                )}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MemberRole({ member, actions }: { member: TeamMember; actions: MemberActions | undefined }) {
  const { role } = member;
  if (!actions || role === 'owner') return roleWords[role].name;
  return (
    <RoleSelect
      className={teamStyles.role}
      aria-label={`Role of ${member.name}`}
      role={role}
      disabled={actions.busy === member.user_id}
      onRole={(chosen) => actions.onRole(member, chosen)}
    />
  );
}
