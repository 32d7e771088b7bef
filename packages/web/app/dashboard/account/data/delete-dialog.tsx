import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { useDeleteMe } from './data-queries.ts';

type DeleteDialogProps = { open: boolean; wholeAccount: boolean; onClose: () => void };

/** The last question: only who types their own address is believed. */
export function DeleteDialog({ open, wholeAccount, onClose }: DeleteDialogProps) {
  const { email } = useUser();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const remove = useDeleteMe();
  const close = () => {
    setTyped('');
    setError(null);
    remove.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending || remove.isSuccess) return;
    if (typed.trim().toLowerCase() !== email.toLowerCase())
      return setError('Please type your email address exactly as it is shown');
    remove.mutate(typed.trim());
  };
  const failed = remove.isError && !(remove.error instanceof NotConfirmed);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={wholeAccount ? 'Delete your account and everything in it?' : 'Delete yourself?'}
      actions={
        <>
          <Button onClick={close}>{wholeAccount ? 'Keep account' : 'Stay'}</Button>
          <Button kind="fail-solid" type="submit" form={formId} busy={remove.isPending || remove.isSuccess}>
            Delete for good
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} method="post" onSubmit={submit} noValidate>
        <p className="muted">This cannot be undone. Export your data first if you may need it.</p>
        <TextField
          label={`Type ${email} to confirm`}
          name="confirm"
          type="email"
          autoComplete="off"
          error={error}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
        {failed ? (
          <Banner kind="error" title="Nothing was deleted">
            {errorMessage(remove.error, 'Check the connection and try again.')}
          </Banner>
        ) : null}
      </form>
    </Dialog>
  );
}
