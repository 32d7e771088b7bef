import type { Passkey } from '@clearframe/contract';
import { addPasskey } from '../../../shared/passkey/use-passkey.ts';
import { useConfirmedMutation } from '../../shell/confirm/use-confirmed-mutation.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

type AddPasskeyDialogProps = { open: boolean; onClose: () => void; onAdded: (passkey: Passkey) => void };

/** Names a passkey and has the browser make it. */
export function AddPasskeyDialog({ open, onClose, onAdded }: AddPasskeyDialogProps) {
  const add = useConfirmedMutation({ send: addPasskey, onDone: onAdded });
  return (
    <PasskeyNameDialog
      open={open}
      title="Add a passkey"
      action="Continue"
      hint="How you will recognise it, such as the device it is on. Your browser asks for the rest."
      start=""
      busy={add.isPending}
      failure={add.failure}
      onName={add.mutate}
      onClose={() => {
        add.reset();
        onClose();
      }}
    />
  );
}
