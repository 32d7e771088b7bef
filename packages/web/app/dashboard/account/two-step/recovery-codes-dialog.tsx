import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** Shows a fresh set of codes; null = closed. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title="Your recovery codes"
      keepOpen
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodeList codes={codes ?? []} />
    </Dialog>
  );
}
