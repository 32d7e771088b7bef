import { accountSettingsEndpoints, ChangePasswordInput, messages } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { NewPasswordField } from '../../../shared/form/new-password-field.tsx';
import { PasswordField } from '../../../shared/form/password-field.tsx';
import { RevokeTokens } from '../../../shared/form/revoke-tokens.tsx';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import { tokensQuery } from '../../tokens/tokens-query.ts';
import styles from '../frame/account-page.module.css';

/** A new password by the current one: the rules, meter and messages of registration. */
export function PasswordForm() {
  const user = useUser();
  const [password, setPassword] = useState('');
  const [done, setDone] = useState<'alone' | 'with tokens' | null>(null);
  const queries = useQueryClient();
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['current_password', 'new_password'],
    fallback: messages.anErrorOccurred,
    read: (data) => ({
      current_password: textOf(data, 'current_password'),
      new_password: textOf(data, 'new_password'),
      confirmation: textOf(data, 'confirmation'),
      revoke_tokens: data.has('revoke_tokens'),
    }),
    check: (input): FormErrors => {
      setDone(null);
      const found = errorsFromIssues(ChangePasswordInput.safeParse(input).error?.issues ?? []);
      return input.confirmation === input.new_password ? found : { ...found, confirmation: messages.passwordsDiffer };
    },
    send: async ({ confirmation: _, ...body }) => {
      await call(accountSettingsEndpoints.changePassword, { body });
      form.current?.reset();
      setPassword('');
      setDone(body.revoke_tokens ? 'with tokens' : 'alone');
      void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  return (
    <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {failure ? <Banner kind="error" title={failure} /> : null}
      {done ? (
        <Banner kind="success" title="Password changed" onDismiss={() => setDone(null)}>
          {done === 'with tokens'
            ? 'All other devices are signed out, and your API tokens are off.'
            : 'All other devices are signed out.'}
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
      <NewPasswordField label="New password" name="new_password" errors={errors} password={password} onPassword={setPassword} />
      <PasswordField label="Confirm new password" name="confirmation" autoComplete="new-password" error={errors.confirmation} />
      <RevokeTokens />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
