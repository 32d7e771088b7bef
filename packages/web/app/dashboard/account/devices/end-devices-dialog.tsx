import { messages } from '@clearframe/contract';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEndDevices } from './use-devices.ts';

const words = {
  others: {
    title: 'Sign out everywhere else?',
    body: 'Every other device has to sign in again. This one stays signed in, and API tokens go on working.',
    keep: 'Keep them signed in',
    do: 'Sign out the others',
  },
  all: {
    title: 'Sign out everywhere?',
    body: 'Every device has to sign in again, this one too. API tokens go on working.',
    keep: 'Stay signed in',
    do: 'Sign out everywhere',
  },
} as const;

/** Asks before several devices are signed out at once. */
export function EndDevicesDialog({ which, onClose }: { which: 'others' | 'all' | null; onClose: () => void }) {
  const end = useEndDevices();
  const toast = useToast();
  const said = words[which ?? 'others'];
  const close = () => {
    end.reset();
    onClose();
  };
  const run = () => {
    if (which === null) return;
    end.mutate(which, {
      onSuccess: () => {
        if (which === 'others') toast('All other devices were signed out');
        close();
      },
    });
  };
  return (
    <Dialog
      open={which !== null}
      onClose={close}
      title={said.title}
      actions={
        <>
          <Button autoFocus onClick={close}>
            {said.keep}
          </Button>
          <Button kind="fail-solid" busy={end.isPending} onClick={run}>
            {said.do}
          </Button>
        </>
      }
    >
      <p className="muted">{said.body}</p>
      {end.isError && !(end.error instanceof NotConfirmed) ? (
        <Banner kind="error" title="Nobody was signed out">
          {errorMessage(end.error, messages.anErrorOccurred)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
