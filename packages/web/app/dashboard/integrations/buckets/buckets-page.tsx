import type { S3Source } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { BucketDialog } from './bucket-dialog.tsx';
import { BucketsTable } from './buckets-table.tsx';
import { bucketsQuery, useDeleteBucket, useRotateBucket, useUpdateBucket } from './use-buckets.ts';

type Asking = { what: 'edit' | 'rotate' | 'delete'; bucket: S3Source };

/** Buckets whose new objects are judged. */
export function BucketsPage() {
  const buckets = useQuery(bucketsQuery);
  const [isAdding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [made, setMade] = useState<{ how: string; bucket: S3Source } | null>(null);
  const change = useUpdateBucket();
  const toast = useToast();
  const close = () => {
    setAdding(false);
    setAsking(null);
  };
  const ask = (what: Asking['what']) => (bucket: S3Source) => setAsking({ what, bucket });
  const asked = (what: Asking['what']) => (asking?.what === what ? asking.bucket : null);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          Objects that land in a bucket of S3, Ceph or MinIO are judged.{' '}
          <Link className="link" to="/docs/guides/bucket-events" reloadDocument>
            Send events from your provider
          </Link>
        </p>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon of={Plus} />
          Add bucket
        </Button>
      </div>
      {made ? (
        <Banner
          kind="success"
          title={made.how}
          action={<CopyToken words thing="address" token={made.bucket.events_url} name={made.bucket.name} />}
          onDismiss={() => setMade(null)}
        >
          Let your provider send events to this address. Treat it as a password.
        </Banner>
      ) : null}
      {change.isError ? (
        <Banner kind="error" title="Could not change the bucket" onDismiss={change.reset}>
          {errorMessage(change.error, 'Try again.')}
        </Banner>
      ) : null}
      {buckets.isError ? <LoadFault title="Failed to load buckets" query={buckets} /> : null}
      {buckets.isPending || buckets.data ? (
        <section className="card" aria-label="Buckets" aria-busy={buckets.isPending}>
          <BucketsTable
            rows={buckets.data}
            empty={
              <EmptyState icon={Database} title="No buckets yet">
                Add a bucket to judge new objects. Their tags then say the verdict.
              </EmptyState>
            }
            switching={change.isPending ? change.variables.id : null}
            onSwitch={({ id, is_active: isActive }) => change.mutate({ id, body: { is_active: !isActive } })}
            onRotate={ask('rotate')}
            onEdit={ask('edit')}
            onDelete={ask('delete')}
          />
        </section>
      ) : null}
      <BucketDialog
        subject={isAdding ? 'new' : asked('edit')}
        onClose={close}
        onCreated={(bucket) => setMade({ how: `${bucket.name} added`, bucket })}
        onChanged={(name) => toast(`Saved: ${name}`)}
      />
      <RotateDialog
        bucket={asked('rotate')}
        onClose={close}
        onDone={(bucket) => setMade({ how: `${bucket.name} has a new address`, bucket })}
      />
      <DeleteDialog
        bucket={asked('delete')}
        onClose={close}
        onDone={(bucket) => {
          if (made?.bucket.id === bucket.id) setMade(null);
          toast(`Deleted: ${bucket.name}`);
        }}
      />
    </>
  );
}

type AskProps = { bucket: S3Source | null; onClose: () => void; onDone: (bucket: S3Source) => void };

function RotateDialog({ bucket, onClose, onDone }: AskProps) {
  const rotate = useRotateBucket();
  return (
    <AskDialog
      about={bucket?.id}
      open={bucket !== null}
      onClose={onClose}
      title={`Replace the address of “${bucket?.name ?? ''}”?`}
      keep="Keep address"
      act="Replace address"
      kind="primary"
      faultTitle="Could not replace the address"
      fallback="Try again."
      onAct={async () => {
        if (bucket) onDone(await rotate.mutateAsync(bucket));
      }}
    >
      <p className="muted">The old address takes events for 24 hours more. Enter the new one at your provider before then.</p>
    </AskDialog>
  );
}

function DeleteDialog({ bucket, onClose, onDone }: AskProps) {
  const remove = useDeleteBucket();
  return (
    <AskDialog
      about={bucket?.id}
      open={bucket !== null}
      onClose={onClose}
      title={`Delete “${bucket?.name ?? ''}”?`}
      keep="Keep bucket"
      act="Delete bucket"
      faultTitle="Could not delete the bucket"
      fallback="Try again."
      onAct={async () => {
        if (!bucket) return;
        await remove.mutateAsync(bucket);
        onDone(bucket);
      }}
    >
      <p className="muted">Events end at once, and waiting objects are forgotten. Items stay. Your bucket is not touched.</p>
    </AskDialog>
  );
}
