import { authEndpoints, ForgotPasswordInput, messages } from '@clearframe/contract';
import { call } from '../api.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { errorsFromIssues } from './form-errors.ts';
import { FormFailure } from './form-failure.tsx';
import { textOf, useForm } from './use-form.ts';
import { useHydrated } from './use-hydrated.ts';

/** Asks for a link that sets a new password. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const hydrated = useHydrated();
  const captcha = useCaptcha('forgot');
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['email', 'recaptchaToken'],
    fallback: messages.resetMailFailed,
    read: (data) => ({ email: textOf(data, 'email'), recaptchaToken: captcha.token }),
    check: (input) => errorsFromIssues(ForgotPasswordInput.safeParse(input).error?.issues ?? []),
    send: async (body) => {
      await call(authEndpoints.forgotPassword, { body });
      onSent();
    },
    onRefused: captcha.renew,
  });
  return (
    <>
      <FormFailure title={failure} reason={reason} />
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField label="Email" name="email" type="email" autoComplete="email" error={errors.email} />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy} disabled={!hydrated}>
          Send reset link
        </Button>
      </form>
    </>
  );
}
