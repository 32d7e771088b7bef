import type { TeamMember } from '@clearframe/contract';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';

type Answers = { onClose: () => void; onAct: () => unknown };
type MemberDialogProps = { member: TeamMember | null } & Answers;

export function RemoveDialog({ member, ...answers }: MemberDialogProps) {
  return (
    <AskDialog
      {...answers}
      about={member?.user_id}
      open={member !== null}
      title={`Remove “${member?.name ?? ''}”?`}
      keep="Keep member"
      act="Remove"
    >
      <p className="muted">
        They are signed out of this account at once. What they uploaded and decided stays. API tokens that they know go on working
        until you delete them.
      </p>
    </AskDialog>
  );
}

export function HandOverDialog({ member, ...answers }: MemberDialogProps) {
  return (
    <AskDialog
      {...answers}
      open={member !== null}
      title={`Make “${member?.name ?? ''}” the owner?`}
      keep="Stay owner"
      act="Hand over"
    >
      <p className="muted">
        Plan, API tokens and team are theirs from then on, and you become a moderator. Only they can give it back to you.
      </p>
    </AskDialog>
  );
}

export function LeaveDialog({ team, ...answers }: { team: string; open: boolean } & Answers) {
  return (
    <AskDialog {...answers} title={`Leave “${team}”?`} keep="Stay" act="Leave the team">
      <p className="muted">
        Its pictures and settings are closed to you at once, and you go on in an account of your own. What you decided stays. To
        come back you need a new invitation.
      </p>
    </AskDialog>
  );
}
