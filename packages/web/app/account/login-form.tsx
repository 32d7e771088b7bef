import { endpoints, LoginInput, messages } from '@clearframe/contract';
import { useState } from 'react';
import { call } from '../api.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { useSession } from '../session.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { errorsFromIssues } from './form-errors.ts';
import { useForm } from './use-form.ts';

/** Email, password, captcha. The page around it moves on once somebody is signed in. */
export function LoginForm() {
  const { signIn } = useSession();
  const captcha = useCaptcha('login');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const input = { email, password, recaptchaToken: captcha.token };
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['email', 'password', 'recaptchaToken'],
    fallback: messages.loginFailed,
    check: () => errorsFromIssues(LoginInput.safeParse(input).error?.issues ?? []),
    send: async () => signIn((await call(endpoints.login, { body: input })).user),
    onRefused: captcha.renew,
  });
  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      {/* "post" keeps the password out of the address bar when the form is sent before the page's script runs. */}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Sign in
        </Button>
      </form>
    </>
  );
}
