import { type AccessToken, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { signs } from '../../shared/ui/signs.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { usageQuery } from '../shell/api/usage-query.ts';
import { type Access, accessOf } from '../shell/subscription/access.ts';
import { SubscriptionRequired } from '../shell/subscription/subscription-required.tsx';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import { AwsKeysDialog, useAwsKeys } from './aws-keys-dialog.tsx';
import { CopyToken } from './copy-token.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { tokenColumns } from './token-columns.tsx';
import { curlExample } from './token-labels.ts';
import { TokenTable } from './token-table.tsx';
import tokensStyles from './tokens.module.css';
import { tokensQuery } from './tokens-query.ts';
import { useDeleteToken } from './use-tokens.ts';

type DeleteTokenDialogProps = { token: AccessToken | null; onClose: () => void; onDeleted: (token: AccessToken) => void };

/** Asks before a token stops working. */
function DeleteTokenDialog({ token, onClose, onDeleted }: DeleteTokenDialogProps) {
  const remove = useDeleteToken(onDeleted);
  return (
    <AskDialog
      about={token?.id}
      open={token !== null}
      onClose={onClose}
      title={`Delete “${token?.name ?? ''}”?`}
      keep="Keep token"
      act="Delete token"
      faultTitle={messages.deleteTokenFailed}
      fallback=""
      onAct={() => token && remove.mutateAsync(token)}
    >
      <p className="muted">Calls with it now get 401 Invalid API token. You cannot undo this.</p>
    </AskDialog>
  );
}

const createWords: Record<Access['state'], string> = {
  checking: messages.checkingPayment,
  none: messages.subscribeFirst,
  exhausted: 'Create token',
  open: 'Create token',
};

/** API Tokens: list, create, delete, and a call to try one with. */
export function TokensPage() {
  const tokens = useQuery(tokensQuery);
  const access = accessOf(useQuery(usageQuery));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<AccessToken | null>(null);
  const [deleting, setDeleting] = useState<AccessToken | null>(null);
  const awsKeys = useAwsKeys();
  const toast = useToast();
  const locked = access.state === 'none' || access.state === 'checking';
  const forget = (gone: AccessToken) => {
    if (created?.id === gone.id) setCreated(null);
    toast(`Deleted: ${gone.name}`);
  };
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>Programs use a token to act for this account. Deleting one stops every caller at once.</p>
        <Button kind="primary" disabled={locked} onClick={() => setCreating(true)}>
          <Icon of={Plus} />
          {createWords[access.state]}
        </Button>
      </div>
      {access.state === 'none' ? <SubscriptionRequired /> : null}
      {created ? (
        <Banner
          kind="success"
          title={`${created.name} created`}
          action={<CopyToken words token={created.token} name={created.name} />}
        >
          Copy it into your secret store now.
        </Banner>
      ) : null}
      {tokens.isError ? <LoadFault title={messages.fetchTokensFailed} query={tokens} /> : null}
      {tokens.isPending || (tokens.data && (tokens.data.length > 0 || access.state !== 'none')) ? (
        <section className="card" aria-label={tokens.isPending ? 'Loading tokens' : 'Tokens'} aria-busy={tokens.isPending}>
          <TokenTable
            rows={tokens.data}
            more={tokenColumns({ onDelete: setDeleting, onAwsKeys: awsKeys.show, readingKeys: awsKeys.busy })}
            empty={
              <EmptyState icon={signs.key} title="No tokens yet">
                Your programs upload with a token. Create one for each program.
              </EmptyState>
            }
          />
        </section>
      ) : null}
      {tokens.data && tokens.data.length > 0 ? <UsingAToken /> : null}
      <CreateTokenDialog open={creating} onClose={() => setCreating(false)} onCreated={setCreated} />
      <AwsKeysDialog shown={awsKeys.shown} onClose={awsKeys.close} />
      <DeleteTokenDialog token={deleting} onClose={() => setDeleting(null)} onDeleted={forget} />
    </>
  );
}

/** The address of the example is the one that this very page came from, so that it works from where it was read. */
function UsingAToken() {
  return (
    <section className={tokensStyles.use} aria-label="Using a token">
      <p className="muted">
        Put a token into <span className="mono">CLEARFRAME_TOKEN</span> and send it as{' '}
        <span className="mono">Authorization: Bearer</span>. The response holds the verdict.
      </p>
      <CodeBlock label="Upload with curl" text={curlExample(window.location.origin)} />
    </section>
  );
}
