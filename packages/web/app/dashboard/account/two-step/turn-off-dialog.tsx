import { endpoints } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useConfirmedMutation } from '../../shell/confirm/use-confirmed-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';

type TurnOffDialogProps = { open: boolean; onClose: () => void; onDone: () => void };

/** Asks before the password alone is enough again. */
export function TurnOffDialog({ open, onClose, onDone }: TurnOffDialogProps) {
  const remove = useConfirmedMutation({ send: () => call(endpoints.disableTwoStep), onDone });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Turn two-step sign-in off?"
      actions={
        <>
          <Button autoFocus onClick={close}>
            Keep it on
          </Button>
          <Button kind="fail-solid" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Turn off
          </Button>
        </>
      }
    >
      <p className="muted">Your password alone will sign you in. The authenticator app and the recovery codes are forgotten.</p>
      {remove.failure ? <Banner kind="error" title={remove.failure} /> : null}
    </Dialog>
  );
}
