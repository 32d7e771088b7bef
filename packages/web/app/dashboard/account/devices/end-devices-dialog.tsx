import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { useEndDevices } from './use-devices.ts';

const words = {
  others: {
    title: 'Sign out all other devices?',
    body: 'Every other device must sign in again. This one stays signed in, and API tokens keep working.',
    keep: 'Keep signed in',
    act: 'Sign out others',
  },
  all: {
    title: 'Sign out everywhere?',
    body: 'Every device must sign in again, including this one. API tokens keep working.',
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
    if (which === 'others') toast('All other devices are signed out');
  };
  return (
    <AskDialog
      about={which ?? undefined}
      open={which !== null}
      onClose={onClose}
      {...said}
      faultTitle="Could not sign anyone out"
      onAct={run}
    >
      <p className="muted">{body}</p>
    </AskDialog>
  );
}
