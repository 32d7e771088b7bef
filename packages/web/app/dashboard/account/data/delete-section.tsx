import type { DeletionPreview } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './data.module.css';
import { deletionQuery } from './data-queries.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** What a deletion takes and keeps, before anything is asked. */
export function DeleteSection() {
  const preview = useQuery(deletionQuery);
  const [asking, setAsking] = useState(false);
  return (
    <section className="card" aria-labelledby="delete-title">
      <div className="card-header">
        <h2 id="delete-title">{preview.data?.deletes_account === false ? 'Delete account' : 'Delete your account'}</h2>
        <Button kind="fail" disabled={!preview.data || preview.data.blocked} onClick={() => setAsking(true)}>
          Delete…
        </Button>
      </div>
      <div className={`card-body ${styles.card}`}>
        {preview.isError ? <LoadFault title="Could not load the list of what a deletion removes" query={preview} /> : null}
        {preview.isPending ? <Skeleton shape="row" /> : null}
        {preview.data ? <Consequences {...preview.data} /> : null}
      </div>
      <DeleteDialog open={asking} wholeAccount={preview.data?.deletes_account ?? false} onClose={() => setAsking(false)} />
    </section>
  );
}

function Consequences({ deletes_account: wholeAccount, blocked, items }: DeletionPreview) {
  return (
    <>
      {blocked ? (
        <Banner kind="info" title="Other people work in your account">
          Hand it over to one of them or remove them first, on the Team page. Then you can delete your account.
        </Banner>
      ) : null}
      <dl className={styles.goes}>
        <div>
          <dt>At once</dt>
          <dd>
            You are signed out everywhere, and nobody can sign in as you.
            {wholeAccount
              ? ' API tokens and webhooks stop, and your plan ends without a refund. ' +
                'Files, statements and the report form are no longer served.'
              : ''}
          </dd>
        </div>
        <div>
          <dt>Within minutes, or hours for a large account</dt>
          <dd>
            {wholeAccount
              ? `${formatCount(items)} ${items === 1 ? 'item' : 'items'} with originals, copies and results, exports, keywords, ` +
                'tokens, the frame ledger, your name, address and password.'
              : 'Your name, address, password, devices and exports. ' +
                'Your decisions stay with the items of the account, without your name.'}{' '}
            We email you when it is done.
          </dd>
        </div>
        <div>
          <dt>Kept, and why</dt>
          <dd>
            <ul>
              <li>
                The security log, for 365 days: event, time, network address and device, without your name or email address. It
                lets the operator trace misuse.
              </li>
              {wholeAccount ? <li>A mark that you used the free trial. Nobody can read your email address from it.</li> : null}
              <li>Emails already on their way.</li>
              <li>
                Records that the law requires of the operator
                {wholeAccount ? ', such as invoices' : ''}.
              </li>
            </ul>
          </dd>
        </div>
      </dl>
    </>
  );
}
