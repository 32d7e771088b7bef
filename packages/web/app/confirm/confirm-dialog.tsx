import { ConfirmInput, endpoints, limits, messages } from '@clearframe/contract';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import { useUser } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';

type ConfirmDialogProps = { open: boolean; onConfirmed: () => void; onClose: () => void };

/** Asks for the password before a sensitive change. */
export function ConfirmDialog({ open, onConfirmed, onClose }: ConfirmDialogProps) {
  const user = useUser();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const forget = () => {
    setPassword('');
    setError(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const input = ConfirmInput.safeParse({ password });
    if (!input.success) return setError(input.error.issues[0]?.message ?? messages.anErrorOccurred);
    setBusy(true);
    try {
      await call(endpoints.confirm, { body: input.data });
      forget();
      onConfirmed();
    } catch (fault) {
      setError(errorMessage(fault, messages.anErrorOccurred));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => {
        forget();
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
      <form id={formId} className="dialog-form" method="post" onSubmit={(event) => void submit(event)} noValidate>
        <p className="muted">
          This change needs a fresh proof. You will not be asked again for {limits.confirmationLifeMs / 60_000} minutes.
        </p>
        {/* Tells a password manager whose password it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={user.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus
          error={error}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
