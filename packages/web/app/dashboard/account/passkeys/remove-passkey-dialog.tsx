import { endpoints, type Passkey } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useConfirmedMutation } from '../../shell/confirm/use-confirmed-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';

type RemovePasskeyDialogProps = { passkey: Passkey | null; onClose: () => void; onRemoved: (passkey: Passkey) => void };

/** Asks before a passkey signs nobody in any more; null = closed. */
export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const remove = useConfirmedMutation({
    send: (one: Passkey) => call(endpoints.removePasskey, { params: { id: one.id } }),
    onDone: (_, one) => onRemoved(one),
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog
      open={passkey !== null}
      onClose={close}
      title={`Remove “${passkey?.name ?? ''}”?`}
      actions={
        <>
          <Button autoFocus onClick={close}>
            Keep passkey
          </Button>
          <Button kind="fail-solid" busy={remove.isPending} onClick={() => passkey && remove.mutate(passkey)}>
            Remove passkey
          </Button>
        </>
      }
    >
      <p className="muted">It signs nobody in any more. Your device may go on offering it until you delete it there too.</p>
      {remove.failure ? <Banner kind="error" title={remove.failure} /> : null}
    </Dialog>
  );
}
