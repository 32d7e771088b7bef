import { type AccessToken, CreateTokenInput, limits, messages } from '@clearframe/contract';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { NotConfirmed } from '../../shared/api/not-confirmed.ts';
import { TextField } from '../../shared/form/field.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { plainChoice, TokenOptions } from './token-options.tsx';
import { useCreateToken } from './use-tokens.ts';

type CreateTokenDialogProps = { open: boolean; onClose: () => void; onCreated: (token: AccessToken) => void };

/** Asks for a name, and who wants for scopes and an expiry, and creates the token; a refusal stands under the field. */
export function CreateTokenDialog({ open, onClose, onCreated }: CreateTokenDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [choice, setChoice] = useState(plainChoice);
  const [error, setError] = useState<{ at: 'name' | 'scopes'; message: string } | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  // Read out with what is wrong with it, also when the server said so.
  useEffect(() => {
    if (error?.at === 'name') nameField.current?.focus();
  }, [error]);
  const create = useCreateToken((token) => {
    onCreated(token);
    close();
  });
  const close = () => {
    setName('');
    setChoice(plainChoice);
    setError(null);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const input = CreateTokenInput.safeParse({ name, ...choice });
    if (!input.success) {
      const [issue] = input.error.issues;
      const at = issue?.path[0] === 'scopes' ? 'scopes' : 'name';
      return setError({ at, message: issue?.message ?? messages.createTokenFailed });
    }
    create.mutate(input.data, {
      onError: (fault) => {
        if (fault instanceof NotConfirmed) return;
        setError({ at: 'name', message: errorMessage(fault, messages.createTokenFailed) });
      },
    });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create token"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={create.isPending}>
            Create token
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          ref={nameField}
          placeholder="Where will it be used?"
          autoComplete="off"
          maxLength={limits.tokenNameMaxLength}
          autoFocus
          error={error?.at === 'name' ? error.message : null}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
        <TokenOptions
          choice={choice}
          error={error?.at === 'scopes' ? error.message : null}
          onChoose={(chosen) => {
            setChoice(chosen);
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
