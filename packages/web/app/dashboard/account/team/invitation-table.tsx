import { type Invitation, type InviteInput, roleWords, teamEndpoints } from '@clearframe/contract';
import { X } from 'lucide-react';
import { call } from '../../../shared/api/api.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import teamStyles from './team.module.css';
import { faultOf, inviteFaultOf, useTeamChange } from './use-team.ts';

/** Invitations that were not answered: sent again with a new link, or taken back. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const confirmed = useConfirmed();
  const toast = useToast();
  const resend = useTeamChange(
    ({ email, role }: InviteInput) => confirmed(() => call(teamEndpoints.invite, { body: { email, role } })),
    ({ email }) => toast(`Sent again to ${email}. The older link no longer works.`),
  );
  const withdraw = useTeamChange(
    ({ id }: Invitation) => call(teamEndpoints.withdrawInvitation, { params: { id } }),
    ({ email }) => toast(`Withdrawn: ${email}`),
  );
  const fault = inviteFaultOf(resend.error) ?? faultOf(withdraw.error);
  return (
    <>
      {fault ? <Banner kind="error" title={fault} /> : null}
      <DataTable
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Invited', className: 'breakable', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => roleWords[role].name },
          { header: 'Sent', className: 'figures muted', cell: ({ sent_at }) => <Time at={sent_at} /> },
          {
            header: 'Valid until',
            className: 'figures muted',
            cell: ({ expires_at }) =>
              Date.parse(expires_at) > Date.now() ? <Time at={expires_at} as="shortDate" /> : <Badge look="off">Expired</Badge>,
          },
          {
            header: 'Actions',
            isHeaderHidden: true,
            className: teamStyles.actions,
            cell: (one) => (
              <>
                <Button
                  size="small"
                  busy={resend.isPending && resend.variables.email === one.email}
                  onClick={() => resend.mutate(one)}
                >
                  Send again<span className="visually-hidden"> to {one.email}</span>
                </Button>
                <Button
                  kind="ghost"
                  size="small"
                  icon
                  aria-label={`Withdraw the invitation of ${one.email}`}
                  busy={withdraw.isPending && withdraw.variables.id === one.id}
                  onClick={() => withdraw.mutate(one)}
                >
                  <Icon of={X} />
                </Button>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
