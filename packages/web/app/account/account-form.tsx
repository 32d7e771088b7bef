import { endpoints, messages, RegisterInput } from '@clearframe/contract';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { errorsFromIssues, type FormErrors } from './form-errors.ts';
import { PasswordStrength } from './password-strength.tsx';
import { textOf, useForm } from './use-form.ts';
import { useHydrated } from './use-hydrated.ts';

export type Applicant = { name: string; email: string };
type AccountFormProps = { start: Applicant; onSent: (applicant: Applicant) => void };

/** Step 1 of registration. The rules are the contract's, the same that the server enforces. */
export function AccountForm({ start, onSent }: AccountFormProps) {
  const hydrated = useHydrated();
  const captcha = useCaptcha('register');
  const [password, setPassword] = useState('');
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['name', 'email', 'password', 'recaptchaToken'],
    fallback: messages.registrationFailed,
    read: (data) => ({
      name: textOf(data, 'name'),
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      recaptchaToken: captcha.token,
    }),
    check: (input): FormErrors => {
      const found = errorsFromIssues(RegisterInput.safeParse(input).error?.issues ?? []);
      return input.confirmation === input.password ? found : { ...found, confirmation: messages.passwordsDiffer };
    },
    send: async ({ confirmation: _, ...body }) => {
      await call(endpoints.register, { body });
      onSent({ name: body.name.trim(), email: body.email.trim() });
    },
    onRefused: captcha.renew,
  });
  // The strength of what was typed before the page's script ran.
  useEffect(() => {
    if (form.current) setPassword(textOf(new FormData(form.current), 'password'));
  }, [form]);

  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField label="Name" name="name" autoComplete="name" defaultValue={start.name || undefined} error={errors.name} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={start.email || undefined}
          error={errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
          hint={<PasswordStrength password={password} />}
        />
        <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" error={errors.confirmation} />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy} disabled={!hydrated}>
          Create account
        </Button>
      </form>
    </>
  );
}
