import { AuthenticatorCodeInput, authEndpoints, ConfirmInput, twoStepEndpoints } from '@clearframe/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { PasswordField } from '../../../shared/form/password-field.tsx';
import styles from '../../ui/dialog.module.css';
import { useUser } from '../session/require-session.tsx';

type ConfirmFormProps = { id: string; way: 'password' | 'code'; prove: (proof: () => Promise<unknown>) => Promise<void> };

/** What somebody types to prove who they are. */
export function ConfirmForm({ id, way, prove }: ConfirmFormProps) {
  const user = useUser();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = ConfirmInput.safeParse({ password: typed });
    const code = AuthenticatorCodeInput.safeParse({ code: typed });
    const wrong = way === 'password' ? password.error : code.error;
    setError(wrong?.issues[0]?.message ?? null);
    if (way === 'password' && password.success) void prove(() => call(authEndpoints.confirm, { body: password.data }));
    if (way === 'code' && code.success) void prove(() => call(twoStepEndpoints.confirmWithCode, { body: code.data }));
  };
  const field = {
    autoFocus: true,
    error,
    value: typed,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      setError(null);
    },
  };
  return (
    <form id={id} className={styles.form} method="post" onSubmit={submit} noValidate>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.email} />
      {way === 'password' ? (
        <PasswordField label="Password" name="password" autoComplete="current-password" {...field} />
      ) : (
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          hint="The 6 digits that your authenticator app shows. Without it, sign in again with a recovery code."
          {...field}
        />
      )}
    </form>
  );
}
