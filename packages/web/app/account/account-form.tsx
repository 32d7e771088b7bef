import { endpoints, messages, RegisterInput } from '@clearframe/contract';
import { useState } from 'react';
import { call } from '../api.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { errorsFromIssues, type FormErrors } from './form-errors.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useForm } from './use-form.ts';

export type Applicant = { name: string; email: string };
type AccountFormProps = { start: Applicant; onSent: (applicant: Applicant) => void };

/** Step 1 of registration. The rules are the contract's, the same that the server enforces. */
export function AccountForm({ start, onSent }: AccountFormProps) {
  const captcha = useCaptcha('register');
  const [name, setName] = useState(start.name);
  const [email, setEmail] = useState(start.email);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const input = { name, email, password, recaptchaToken: captcha.token };

  const check = (): FormErrors => {
    const found = errorsFromIssues(RegisterInput.safeParse(input).error?.issues ?? []);
    return confirmation === password ? found : { ...found, confirmation: messages.passwordsDiffer };
  };
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['name', 'email', 'password', 'recaptchaToken'],
    fallback: messages.registrationFailed,
    check,
    send: async () => {
      await call(endpoints.register, { body: input });
      onSent({ name: name.trim(), email: email.trim() });
    },
    onRefused: captcha.renew,
  });

  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors.name}
        />
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
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
          hint={<PasswordStrength password={password} />}
        />
        <PasswordField
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          error={errors.confirmation}
        />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Create account
        </Button>
      </form>
    </>
  );
}
