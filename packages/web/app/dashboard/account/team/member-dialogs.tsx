import type { TeamMember } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type AskProps = {
  open: boolean;
  title: string;
  keep: string;
  act: string;
  busy: boolean;
  fault: string | null;
  children: ReactNode;
};
type Answers = { onClose: () => void; onAct: () => void };

/** A question before something that cannot be taken back by oneself; the safe answer has the focus. */
function Ask({ open, title, keep, act, busy, fault, children, onClose, onAct }: AskProps & Answers) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {keep}
          </Button>
          <Button kind="fail-solid" busy={busy} onClick={onAct}>
            {act}
          </Button>
        </>
      }
    >
      <p className="muted">{children}</p>
      {fault ? <Banner kind="error" title={fault} /> : null}
    </Dialog>
  );
}

type MemberDialogProps = { member: TeamMember | null; busy: boolean; fault: string | null } & Answers;

export function RemoveDialog({ member, ...rest }: MemberDialogProps) {
  return (
    <Ask {...rest} open={member !== null} title={`Remove “${member?.name ?? ''}”?`} keep="Keep member" act="Remove">
      They are signed out of this account at once. What they uploaded and decided stays. API tokens that they know go on working
      until you delete them.
    </Ask>
  );
}

export function HandOverDialog({ member, ...rest }: MemberDialogProps) {
  return (
    <Ask {...rest} open={member !== null} title={`Make “${member?.name ?? ''}” the owner?`} keep="Stay owner" act="Hand over">
      Plan, API tokens and team are theirs from then on, and you become a moderator. Only they can give it back to you.
    </Ask>
  );
}

export function LeaveDialog({ team, ...rest }: { team: string; open: boolean; busy: boolean; fault: string | null } & Answers) {
  return (
    <Ask {...rest} title={`Leave “${team}”?`} keep="Stay" act="Leave the team">
      Its pictures and settings are closed to you at once, and you go on in an account of your own. What you decided stays. To
      come back you need a new invitation.
    </Ask>
  );
}
