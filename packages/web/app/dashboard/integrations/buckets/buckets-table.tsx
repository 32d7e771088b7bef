import type { S3Source } from '@clearframe/contract';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import secretStyles from '../../ui/secret.module.css';
import rowActionsStyles from '../../webhooks/hooks/row-actions.module.css';
import type { AddressedTableProps } from '../parts/addressed-page.tsx';
import { RowActs } from '../parts/row-acts.tsx';
import { StateSwitch } from '../parts/state-switch.tsx';
import { objectsAddress } from './objects-address.ts';
import { useRevealBucket, wholeAddress } from './use-buckets.ts';

/** Buckets, each with what can be done with it. */
export function BucketsTable({ rows, empty, switching, onSwitch, onRotate, onEdit, onDelete }: AddressedTableProps<S3Source>) {
  const columns: Column<S3Source>[] = [
    {
      header: 'Bucket',
      cell: ({ name, bucket, prefix, endpoint }) => (
        <span className="breakable">
          {name}
          <small className="dim block">
            {bucket}/{prefix} at {new URL(endpoint).host}
          </small>
        </span>
      ),
    },
    {
      header: 'Events address',
      cell: (bucket) => (
        <span className={secretStyles.secret}>
          …/s3e_…
          <CopyAddress {...bucket} />
        </span>
      ),
    },
    {
      header: 'Status',
      cell: (bucket) => (
        <StateSwitch
          name={bucket.name}
          isActive={bucket.is_active}
          busy={switching === bucket.id}
          onSwitch={() => onSwitch(bucket)}
        />
      ),
    },
    {
      header: 'Last event',
      className: 'figures muted',
      cell: ({ last_event_at: at }) => (at ? <Time at={at} /> : 'Never'),
    },
    {
      header: 'Actions',
      label: '',
      className: rowActionsStyles.actions,
      headerClassName: rowActionsStyles.actions,
      cell: (bucket) => (
        <RowActs
          acts={[
            {
              title: 'Replace address',
              name: `Replace address of ${bucket.name}`,
              icon: RefreshCw,
              onAct: () => onRotate(bucket),
            },
            { title: 'Edit', name: `Edit ${bucket.name}`, icon: Pencil, onAct: () => onEdit(bucket) },
            { title: 'Delete', name: `Delete ${bucket.name}`, icon: Trash2, onAct: () => onDelete(bucket) },
          ]}
        >
          <LinkButton size="small" to={objectsAddress(bucket.id)} aria-label={`Objects of ${bucket.name}`}>
            Objects
          </LinkButton>
        </RowActs>
      ),
    },
  ];
  return <DataTable columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}

/** Copies the address for events of a bucket of the list, whose rest may need a proof. */
function CopyAddress(bucket: S3Source) {
  const reveal = useRevealBucket();
  const address = wholeAddress(bucket);
  return (
    <CopyToken
      thing="address"
      token={address ?? ''}
      name={bucket.name}
      reveal={address === null ? () => reveal(bucket.id) : undefined}
    />
  );
}
