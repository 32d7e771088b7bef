import { type GivenRole, roleWords, type TeamMember } from '@clearframe/contract';
import { UserRoundMinus } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
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
  ownId: string;
  /** Without them the list only shows. */
  actions?: MemberActions;
};

/** The people of the account. */
export function MemberTable({ members, ownId, actions }: MemberTableProps) {
  const columns: Column<TeamMember>[] = [
    {
      header: 'Name',
      cell: ({ user_id, name, email }) => (
        <>
          <span className="breakable">
            <bdi>{name}</bdi>
            {user_id === ownId ? <span className="dim"> (you)</span> : null}
          </span>
          {email ? <small className="block dim breakable">{email}</small> : null}
        </>
      ),
    },
    { header: 'Role', cell: (member) => <MemberRole member={member} actions={actions} /> },
    { header: 'Joined', className: 'figures muted', cell: ({ joined_at }) => <Time at={joined_at} as="shortDate" /> },
  ];
  if (actions)
    columns.push({
      header: 'Actions',
      isHeaderHidden: true,
      className: teamStyles.actions,
      cell: (member) => <RowActions member={member} actions={actions} />,
    });
  return <DataTable columns={columns} rows={members} rowKey={({ user_id }) => user_id} />;
}

function RowActions({ member, actions }: { member: TeamMember; actions: MemberActions }) {
  if (member.role === 'owner') return null;
  return (
    <>
      <Button size="small" onClick={() => actions.onHandOver(member)}>
        Make owner<span className="visually-hidden"> {member.name}</span>
      </Button>
      <Button kind="ghost" size="small" icon aria-label={`Remove ${member.name}`} onClick={() => actions.onRemove(member)}>
        <Icon of={UserRoundMinus} />
      </Button>
    </>
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
