import { accountSettingsEndpoints, ChangeEmailInput, limits, messages } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { emailChangeQuery } from './use-email-change.ts';

/** Asks for the new address and has a link sent there. */
export function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title="Change the email address?"
      cancel="Keep the address"
      submit="Send the link"
      fields={['email']}
      fallback={messages.anErrorOccurred}
      read={(data) => ({ email: textOf(data, 'email') })}
      check={(input) => errorsFromIssues(ChangeEmailInput.safeParse(input).error?.issues ?? [])}
      send={async (body) => {
        const { email_change: waiting } = await confirmed(() => call(accountSettingsEndpoints.changeEmail, { body }));
        queries.setQueryData(emailChangeQuery.queryKey, waiting);
      }}
    >
      {({ errors, fault }) => (
        <>
          <p className="muted">
            We send the new address a link that works for {limits.emailLinkLifeMs / 60_000} minutes. Nothing changes until you
            open it. Then all other devices are signed out.
          </p>
          {fault}
          <TextField label="New email" name="email" type="email" autoComplete="email" autoFocus error={errors.email} />
        </>
      )}
    </DialogForm>
  );
}
