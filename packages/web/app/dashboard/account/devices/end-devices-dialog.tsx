import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { useEndDevices } from './use-devices.ts';

const words = {
  others: {
    title: 'Sign out everywhere else?',
    body: 'Every other device has to sign in again. This one stays signed in, and API tokens go on working.',
    keep: 'Keep them signed in',
    act: 'Sign out the others',
  },
  all: {
    title: 'Sign out everywhere?',
    body: 'Every device has to sign in again, this one too. API tokens go on working.',
    keep: 'Stay signed in',
    act: 'Sign out everywhere',
  },
} as const;

/** Asks before several devices are signed out at once. */
export function EndDevicesDialog({ which, onClose }: { which: 'others' | 'all' | null; onClose: () => void }) {
  const end = useEndDevices();
  const toast = useToast();
  const { body, ...said } = words[which ?? 'others'];
  const run = async () => {
    if (which === null) return;
    await end.mutateAsync(which);
    if (which === 'others') toast('All other devices were signed out');
  };
  return (
    <AskDialog
      about={which ?? undefined}
      open={which !== null}
      onClose={onClose}
      {...said}
      faultTitle="Nobody was signed out"
      onAct={run}
    >
      <p className="muted">{body}</p>
    </AskDialog>
  );
}
