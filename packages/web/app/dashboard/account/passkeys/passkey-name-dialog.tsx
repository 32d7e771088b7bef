import { limits, PasskeyNameInput } from '@clearframe/contract';
import { type FormEvent, useId, useState } from 'react';
import { TextField } from '../../../shared/form/field.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';

type PasskeyNameDialogProps = {
  open: boolean;
  title: string;
  /** What the button does. */
  action: string;
  hint: string;
  start: string;
  busy: boolean;
  failure: string | null;
  onName: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a passkey, before it is made or when it gets another. */
export function PasskeyNameDialog({ open, title, action, busy, onClose, ...form }: PasskeyNameDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <NameForm id={formId} busy={busy} {...form} />
    </Dialog>
  );
}

type NameFormProps = Pick<PasskeyNameDialogProps, 'hint' | 'start' | 'busy' | 'failure' | 'onName'> & { id: string };

function NameForm({ id, hint, start, busy, failure, onName }: NameFormProps) {
  const [name, setName] = useState(start);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const input = PasskeyNameInput.safeParse({ name });
    if (input.success) onName(input.data.name);
    else setError(input.error.issues[0]?.message ?? null);
  };
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.passkeyNameMaxLength}
        autoFocus
        hint={hint}
        error={error}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
      />
    </form>
  );
}
