import { authEndpoints, LoginInput, messages } from '@clearframe/contract';
import { Link, useLocation } from 'react-router';
import { call } from '../api.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { wayBack } from '../next-path.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import styles from './account-frame.module.css';
import { errorsFromIssues } from './form-errors.ts';
import { FormFailure } from './form-failure.tsx';
import { textOf, useForm } from './use-form.ts';
import { useHydrated } from './use-hydrated.ts';

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
