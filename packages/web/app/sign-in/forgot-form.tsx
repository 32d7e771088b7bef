import { authEndpoints, ForgotPasswordInput, messages } from '@clearframe/contract';
import { call } from '../shared/api/api.ts';
import { CaptchaBox } from '../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../shared/captcha/use-captcha.ts';
import { TextField } from '../shared/form/field.tsx';
import { errorsFromIssues } from '../shared/form/form-errors.ts';
import { FormFailure } from '../shared/form/form-failure.tsx';
import { textOf, useForm } from '../shared/form/use-form.ts';
import { useHydrated } from '../shared/form/use-hydrated.ts';
import { Button } from '../shared/ui/button.tsx';

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
