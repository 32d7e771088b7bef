import { authEndpoints, messages, RegisterInput } from '@clearframe/contract';
import { call } from '../shared/api/api.ts';
import { CaptchaBox } from '../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../shared/captcha/use-captcha.ts';
import { TextField } from '../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../shared/form/form-errors.ts';
import { FormFailure } from '../shared/form/form-failure.tsx';
import { textOf, useForm } from '../shared/form/use-form.ts';
import { useHydrated } from '../shared/form/use-hydrated.ts';
import { Button } from '../shared/ui/button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export type Applicant = { name: string; email: string };
type AccountFormProps = { start: Applicant; onSent: (applicant: Applicant) => void };

/** Step 1 of registration. The rules are the contract's, the same that the server enforces. */
export function AccountForm({ start, onSent }: AccountFormProps) {
  const hydrated = useHydrated();
  const captcha = useCaptcha('register');
  const { form, errors, failure, reason, busy, submit } = useForm({
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
      await call(authEndpoints.register, { body });
      onSent({ name: body.name.trim(), email: body.email.trim() });
    },
    onRefused: captcha.renew,
  });
  return (
    <>
      <FormFailure title={failure} reason={reason} />
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
        <NewPasswordFields errors={errors} />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy} disabled={!hydrated}>
          Create account
        </Button>
      </form>
    </>
  );
}
