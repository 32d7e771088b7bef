import { limits } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { passkeyObstacle } from '../../../shared/passkey/passkey-obstacle.ts';
import { confirmWithPasskey } from '../../../shared/passkey/use-passkey.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { twoStepQuery } from './two-step-query.ts';

type ConfirmDialogProps = { open: boolean; onConfirmed: () => void; onClose: () => void };

/** Asks for a proof before a sensitive change: the password, or what else this person has. */
export function ConfirmDialog({ open, onConfirmed, onClose }: ConfirmDialogProps) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: owned, isPending } = useQuery({ ...twoStepQuery, enabled: open });
  // Without an answer the password is still there; where an app is asked for at the sign-in, a password alone is no proof.
  const way = owned?.enabledAt ? 'code' : 'password';

  const prove = async (proof: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await proof();
      onConfirmed();
    } catch (error) {
      setFailure(errorMessage(error, 'You could not be confirmed. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={() => {
        setFailure(null);
        onClose();
      }}
      title="Is it you?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <p className="muted">
        This change needs a fresh proof. You will not be asked again for {limits.confirmationLifeMs / 60_000} minutes.
      </p>
      {failure ? <Banner kind="error" title={failure} /> : null}
      {isPending ? null : <ConfirmForm key={way} id={formId} way={way} prove={prove} />}
      <div className={styles.otherWays}>
        {owned && owned.passkeys > 0 && passkeyObstacle() === null ? (
          <Button size="small" onClick={() => void prove(confirmWithPasskey)}>
            Use a passkey
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
