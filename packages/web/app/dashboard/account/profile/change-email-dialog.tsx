import { ChangeEmailInput, endpoints, limits, messages } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { emailChangeQuery } from './use-email-change.ts';

/** Asks for the new address and has a link sent there. */
export function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Change the email address?"
      actions={
        <>
          <Button onClick={onClose}>Keep the address</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            Send the link
          </Button>
        </>
      }
    >
      <AddressForm id={formId} onSent={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

type AddressFormProps = { id: string; onSent: () => void; onBusy: (busy: boolean) => void };

function AddressForm({ id, onSent, onBusy }: AddressFormProps) {
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const { form, errors, failure, submit } = useForm({
    fields: ['email'],
    fallback: messages.anErrorOccurred,
    read: (data) => ({ email: textOf(data, 'email') }),
    check: (input) => errorsFromIssues(ChangeEmailInput.safeParse(input).error?.issues ?? []),
    send: async (body) => {
      onBusy(true);
      try {
        const { email_change: waiting } = await confirmed(() => call(endpoints.changeEmail, { body }));
        queries.setQueryData(emailChangeQuery.queryKey, waiting);
        onSent();
      } finally {
        onBusy(false);
      }
    },
  });
  return (
    <form id={id} className={styles.form} method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <p className="muted">
        The new address gets a link that is good for {limits.emailLinkLifeMs / 60_000} minutes. Until you open it nothing changes;
        then all other devices are signed out.
      </p>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <TextField label="New email" name="email" type="email" autoComplete="email" autoFocus error={errors.email} />
    </form>
  );
}
