import { type InvitationView, InvitedRegisterInput, messages, teamEndpoints } from '@clearframe/contract';
import { call } from '../../shared/api/api.ts';
import { CaptchaBox } from '../../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../../shared/captcha/use-captcha.ts';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { FormFailure } from '../../shared/form/form-failure.tsx';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

type InvitedFormProps = { token: string; invitation: InvitationView; onJoined: () => void };

/** Makes the sign-in of somebody who has none. The link came by mail and proves the address, so no code is asked for. */
export function InvitedForm({ token, invitation, onJoined }: InvitedFormProps) {
  const captcha = useCaptcha('register');
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['name', 'password', 'recaptchaToken'],
    fallback: messages.registrationFailed,
    read: (data) => ({
      token,
      name: textOf(data, 'name'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      recaptchaToken: captcha.token,
    }),
    check: (input): FormErrors => {
      const found = errorsFromIssues(InvitedRegisterInput.safeParse(input).error?.issues ?? []);
      return input.confirmation === input.password ? found : { ...found, confirmation: messages.passwordsDiffer };
    },
    send: async ({ confirmation: _, ...body }) => {
      await call(teamEndpoints.registerInvited, { body });
      onJoined();
    },
    onRefused: captcha.renew,
  });
  return (
    <>
      <FormFailure title={failure} reason={reason} />
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <TextField label="Email" name="email" autoComplete="username" readOnly value={invitation.email} />
        <TextField label="Name" name="name" autoComplete="name" error={errors.name} />
        <NewPasswordFields errors={errors} />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Create account and join
        </Button>
      </form>
    </>
  );
}
