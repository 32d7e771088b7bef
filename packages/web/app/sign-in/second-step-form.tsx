import { AuthenticatorCodeInput, type ErrorCode, limits, messages, RecoveryCode, twoStepEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useState } from 'react';
import { call } from '../shared/api/api.ts';
import { TextField } from '../shared/form/field.tsx';
import { errorsFromIssues } from '../shared/form/form-errors.ts';
import { textOf, useForm } from '../shared/form/use-form.ts';
import { useSession } from '../shared/session/session.tsx';
import { Banner } from '../shared/ui/banner.tsx';
import { Button } from '../shared/ui/button.tsx';
import styles from './account-frame.module.css';

const over: ErrorCode = 'two_step_gone';

type SecondStepFormProps = {
  /** Back to the password, with the reason when the server gave one. */
  onBack: (reason: string | null) => void;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code for whoever has lost it. */
export function SecondStepForm({ onBack }: SecondStepFormProps) {
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  return (
    <>
      {way === 'app' ? <AppCode onBack={onBack} /> : <RecoveryCodeForm onBack={onBack} />}
      <div className={styles.resend}>
        <Button onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}>
          {way === 'app' ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
        </Button>
        <Button kind="ghost" onClick={() => onBack(null)}>
          Back to the password
        </Button>
      </div>
    </>
  );
}

/** Sends one of the two; a sign-in that has run out leads back to the password. */
function useSecondStep(onBack: SecondStepFormProps['onBack']) {
  const { signIn } = useSession();
  return async (body: { code: string } | { recovery_code: string }) => {
    try {
      signIn((await call(twoStepEndpoints.completeTwoStep, { body })).user);
    } catch (error) {
      if (!(error instanceof ClearframeError && error.code === over)) throw error;
      onBack(error.message);
    }
  };
}

function AppCode({ onBack }: SecondStepFormProps) {
  const send = useSecondStep(onBack);
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['code'],
    fallback: messages.verificationFailed,
    read: (data) => ({ code: textOf(data, 'code') }),
    check: (input) => errorsFromIssues(AuthenticatorCodeInput.safeParse(input).error?.issues ?? []),
    send,
    onRefused: () => form.current?.reset(),
  });
  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus
          hint="The 6 digits that your authenticator app shows for Clearframe."
          error={errors.code}
        />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Sign in
        </Button>
      </form>
    </>
  );
}

function RecoveryCodeForm({ onBack }: SecondStepFormProps) {
  const send = useSecondStep(onBack);
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['recovery_code'],
    fallback: messages.verificationFailed,
    read: (data) => textOf(data, 'recovery_code'),
    check: (code) => {
      const message = RecoveryCode.safeParse(code).error?.issues[0]?.message;
      return message ? { recovery_code: message } : {};
    },
    send: (code) => send({ recovery_code: code }),
  });
  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Recovery code"
          name="recovery_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          hint={`One of the ${limits.recoveryCodes} that you kept when you turned two-step sign-in on. Each works once.`}
          error={errors.recovery_code}
        />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Sign in
        </Button>
      </form>
    </>
  );
}
