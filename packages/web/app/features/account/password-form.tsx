import { ChangePasswordInput, endpoints, messages } from '@clearframe/contract';
import { useState } from 'react';
import { errorsFromIssues, type FormErrors } from '../../account/form-errors.ts';
import { NewPasswordField } from '../../account/new-password-field.tsx';
import { textOf, useForm } from '../../account/use-form.ts';
import { call } from '../../api.ts';
import { useUser } from '../../require-session.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** A new password by the current one: the rules, meter and messages of registration. */
export function PasswordForm() {
  const user = useUser();
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['current_password', 'new_password'],
    fallback: messages.anErrorOccurred,
    read: (data) => ({
      current_password: textOf(data, 'current_password'),
      new_password: textOf(data, 'new_password'),
      confirmation: textOf(data, 'confirmation'),
    }),
    check: (input): FormErrors => {
      setDone(false);
      const found = errorsFromIssues(ChangePasswordInput.safeParse(input).error?.issues ?? []);
      return input.confirmation === input.new_password ? found : { ...found, confirmation: messages.passwordsDiffer };
    },
    send: async ({ confirmation: _, ...body }) => {
      await call(endpoints.changePassword, { body });
      form.current?.reset();
      setPassword('');
      setDone(true);
    },
  });
  return (
    <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {failure ? <Banner kind="error" title={failure} /> : null}
      {done ? (
        <Banner kind="success" title="Password changed" onDismiss={() => setDone(false)}>
          All other devices were signed out.
        </Banner>
      ) : null}
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.email} />
      <PasswordField
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        error={errors.current_password}
      />
      <NewPasswordField label="New password" name="new_password" {...{ errors, password }} onPassword={setPassword} />
      <PasswordField label="Confirm new password" name="confirmation" autoComplete="new-password" error={errors.confirmation} />
      <div className="acts">
        <Button type="submit" kind="primary" busy={busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
