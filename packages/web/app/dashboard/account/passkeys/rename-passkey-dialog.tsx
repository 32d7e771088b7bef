import { endpoints, type Passkey } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { useConfirmedMutation } from '../../shell/confirm/use-confirmed-mutation.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

type RenamePasskeyDialogProps = { passkey: Passkey | null; onClose: () => void; onRenamed: (passkey: Passkey) => void };

/** Gives a passkey another name; null = closed. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const rename = useConfirmedMutation({
    send: async (input: { id: string; name: string }) =>
      (await call(endpoints.renamePasskey, { params: { id: input.id }, body: { name: input.name } })).passkey,
    onDone: onRenamed,
  });
  return (
    <PasskeyNameDialog
      open={passkey !== null}
      title={`Rename “${passkey?.name ?? ''}”`}
      action="Save name"
      hint="Only you see it."
      start={passkey?.name ?? ''}
      busy={rename.isPending}
      failure={rename.failure}
      onName={(name) => passkey && rename.mutate({ id: passkey.id, name })}
      onClose={() => {
        rename.reset();
        onClose();
      }}
    />
  );
}
