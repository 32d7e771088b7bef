import { messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../../shared/ui/field.module.css';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { emailChangeQuery, useCancelEmailChange } from './use-email-change.ts';

/** The address to sign in with, the way to another, and the one that waits for its link. */
export function EmailSection() {
  const user = useUser();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const waiting = useQuery(emailChangeQuery);
  const cancel = useCancelEmailChange(() => toast('Change cancelled'));
  return (
    <>
      <div className="row between wrap">
        <div className={styles.field} data-slot="field">
          <span className={styles.label}>Email</span>
          <span className="breakable">{user.email}</span>
        </div>
        <Button onClick={() => setOpen(true)}>Change address</Button>
      </div>
      {waiting.isError ? <LoadFault title="Could not load your pending address" query={waiting} /> : null}
      {waiting.data ? (
        <Banner
          kind="info"
          title="Open the link we sent"
          action={
            <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel change
            </Button>
          }
        >
          We sent it to <span className="strong breakable">{waiting.data.email}</span> and it works until{' '}
          <Time at={waiting.data.expiresAt} as="dateTime" />. Open it in this browser.
        </Banner>
      ) : null}
      {cancel.isError ? <Banner kind="error" title={errorMessage(cancel.error, messages.anErrorOccurred)} /> : null}
      <ChangeEmailDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
