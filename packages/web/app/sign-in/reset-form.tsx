import { authEndpoints, messages, ResetPasswordInput } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { call } from '../shared/api/api.ts';
import { errorsFromIssues, type FormErrors } from '../shared/form/form-errors.ts';
import { FormFailure } from '../shared/form/form-failure.tsx';
import { RevokeTokens } from '../shared/form/revoke-tokens.tsx';
import { textOf, useForm } from '../shared/form/use-form.ts';
import { useHydrated } from '../shared/form/use-hydrated.ts';
import { Button } from '../shared/ui/button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { ResetLink } from './reset-link.ts';

type ResetFormProps = {
  /** Of the mailed link; null until the page's script has read the address. */
  link: ResetLink | null;
  onDone: () => void;
  /** The server does not know the link (any more). */
  onInvalid: () => void;
};

/** Sets the new password. The rules are the contract's; whether it is a common one, the server says. */
export function ResetForm({ link, onDone, onInvalid }: ResetFormProps) {
  const hydrated = useHydrated();
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['password'],
    fallback: messages.resetFailed,
    read: (data) => ({
      token: link?.token ?? '',
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      revoke_tokens: data.has('revoke_tokens'),
    }),
    check: (input): FormErrors => {
      const found = errorsFromIssues(ResetPasswordInput.safeParse(input).error?.issues ?? []);
      return input.confirmation === input.password ? found : { ...found, confirmation: messages.passwordsDiffer };
    },
    send: async ({ confirmation: _, ...body }) => {
      try {
        await call(authEndpoints.resetPassword, { body });
      } catch (error) {
        if (!(error instanceof ClearframeError) || error.message !== messages.resetLinkInvalid) throw error;
        return onInvalid();
      }
      onDone();
    },
  });
  return (
    <>
      <FormFailure title={failure} reason={reason} />
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        {/* Lets a password manager know whose password it keeps. Managers pass over a field of the type "hidden". */}
        <input type="text" hidden readOnly name="username" autoComplete="username" value={link?.email ?? ''} />
        <NewPasswordFields label="New password" errors={errors} />
        <RevokeTokens />
        <Button type="submit" kind="primary" size="large" block busy={busy} disabled={!hydrated}>
          Set new password
        </Button>
      </form>
    </>
  );
}
