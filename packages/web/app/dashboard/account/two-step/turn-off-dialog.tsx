import { endpoints } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';

type TurnOffDialogProps = { open: boolean; onClose: () => void; onDone: () => void };

/** Asks before the password alone is enough again. */
export function TurnOffDialog({ open, onClose, onDone }: TurnOffDialogProps) {
  const confirmed = useConfirmed();
  const turnOff = async () => {
    await confirmed(() => call(endpoints.disableTwoStep));
    onDone();
  };
  return (
    <AskDialog open={open} onClose={onClose} title="Turn two-step sign-in off?" keep="Keep it on" act="Turn off" onAct={turnOff}>
      <p className="muted">Your password alone will sign you in. The authenticator app and the recovery codes are forgotten.</p>
    </AskDialog>
  );
}
