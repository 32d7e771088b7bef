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
        They lose access at once. Their uploads and decisions stay. API tokens they know keep working until you delete them.
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
      <p className="muted">They get the plan, API tokens and team, and you become a moderator. Only they can hand it back.</p>
    </AskDialog>
  );
}

export function LeaveDialog({ team, ...answers }: { team: string; open: boolean } & Answers) {
  return (
    <AskDialog {...answers} title={`Leave “${team}”?`} keep="Stay" act="Leave the team">
      <p className="muted">
        You lose access at once and continue in an account of your own. Your decisions stay. To come back, you need a new
        invitation.
      </p>
    </AskDialog>
  );
}
