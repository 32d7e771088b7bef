import { authEndpoints, LoginInput, messages } from '@clearframe/contract';
import { Link, useLocation } from 'react-router';
import { call } from '../shared/api/api.ts';
import { CaptchaBox } from '../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../shared/captcha/use-captcha.ts';
import { TextField } from '../shared/form/field.tsx';
import { errorsFromIssues } from '../shared/form/form-errors.ts';
import { FormFailure } from '../shared/form/form-failure.tsx';
import { PasswordField } from '../shared/form/password-field.tsx';
import { textOf, useForm } from '../shared/form/use-form.ts';
import { useHydrated } from '../shared/form/use-hydrated.ts';
import { wayBack } from '../shared/session/next-path.ts';
import { useSession } from '../shared/session/session.tsx';
import { Button } from '../shared/ui/button.tsx';
import styles from './account-frame.module.css';

type LoginFormProps = { onSecondStep: () => void };

/** Email, password, captcha. The page around it moves on once somebody is signed in, or the password was only the first step. */
export function LoginForm({ onSecondStep }: LoginFormProps) {
  const { signIn } = useSession();
  const hydrated = useHydrated();
  const location = useLocation();
  const captcha = useCaptcha('login');
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['email', 'password', 'recaptchaToken'],
    fallback: messages.loginFailed,
    read: (data) => ({ email: textOf(data, 'email'), password: textOf(data, 'password'), recaptchaToken: captcha.token }),
    check: (input) => errorsFromIssues(LoginInput.safeParse(input).error?.issues ?? []),
    send: async (input) => {
      const answer = await call(authEndpoints.login, { body: input });
      if (answer.user) signIn(answer.user);
      else onSecondStep();
    },
    onRefused: captcha.renew,
  });
  return (
    <>
      <FormFailure title={failure} reason={reason} />
      {/* "post" keeps the password out of the address bar when the form is sent before the page's script runs. */}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField label="Email" name="email" type="email" autoComplete="email" error={errors.email} />
        <div className={styles.withLink}>
          <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
          <Link className="link" to="/forgot-password" state={wayBack(location)}>
            Forgot your password?
          </Link>
        </div>
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy} disabled={!hydrated}>
          Sign in
        </Button>
      </form>
    </>
  );
}
