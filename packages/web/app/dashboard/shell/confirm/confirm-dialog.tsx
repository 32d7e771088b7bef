import { AuthenticatorCodeInput, authEndpoints, ConfirmInput, limits, twoStepEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { PasswordField } from '../../../shared/form/password-field.tsx';
import { textOf } from '../../../shared/form/use-form.ts';
import { passkeyObstacle } from '../../../shared/passkey/passkey-obstacle.ts';
import { confirmWithPasskey } from '../../../shared/passkey/use-passkey.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../ui/dialog/dialog.module.css';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { useUser } from '../session/require-session.tsx';
import { twoStepQuery } from './two-step-query.ts';

/** What is typed to prove who one is. */
const ways = {
  password: {
    check: (password: string) => ConfirmInput.safeParse({ password }).error,
    send: (password: string) => call(authEndpoints.confirm, { body: { password } }),
  },
  code: {
    check: (code: string) => AuthenticatorCodeInput.safeParse({ code }).error,
    send: (code: string) => call(twoStepEndpoints.confirmWithCode, { body: AuthenticatorCodeInput.parse({ code }) }),
  },
};

type ConfirmDialogProps = { open: boolean; onConfirmed: () => void; onClose: () => void };

/** Asks for a proof before a sensitive change: the password, or what else this person has. */
export function ConfirmDialog({ open, onConfirmed, onClose }: ConfirmDialogProps) {
  const user = useUser();
  const { data: owned, isPending } = useQuery({ ...twoStepQuery, enabled: open });
  // Without an answer the password is still there; where an app is asked for at the sign-in, a password alone is no proof.
  const way = owned?.enabledAt ? 'code' : 'password';
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title="Confirm your identity"
      submit="Confirm"
      fields={[]}
      fallback="Could not confirm your identity. Try again."
      ready={() => !isPending}
      read={(data) => textOf(data, way)}
      check={(typed) => errorsFromIssues(ways[way].check(typed)?.issues ?? [])}
      send={async (typed) => {
        await ways[way].send(typed);
        onConfirmed();
      }}
      above={({ fault }) => (
        <>
          <p className="muted">
            Confirm before this change. We won’t ask again for {limits.confirmationLifeMs / 60_000} minutes.
          </p>
          {fault}
        </>
      )}
      below={({ run }) => (
        <div className={styles.otherWays}>
          {owned && owned.passkeys > 0 && passkeyObstacle() === null ? (
            <Button size="small" onClick={() => void run(() => confirmWithPasskey().then(onConfirmed))}>
              Use a passkey
            </Button>
          ) : null}
        </div>
      )}
    >
      {({ errors }) =>
        isPending ? null : (
          <>
            {/* Tells a password manager whose password it is. */}
            <input hidden readOnly name="username" autoComplete="username" value={user.email} />
            {way === 'password' ? (
              <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus error={errors.password} />
            ) : (
              <TextField
                label="Code"
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={20}
                hint="The 6 digits in your authenticator app. Lost it? Sign in again with a recovery code."
                autoFocus
                error={errors.code}
              />
            )}
          </>
        )
      }
    </DialogForm>
  );
}
