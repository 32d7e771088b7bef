import type { Passkey } from '@clearframe/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import dataTableStyles from '../../ui/data-table.module.css';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import passkeysStyles from './passkeys.module.css';

type PasskeyListProps = {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

/** Passkeys, oldest first. */
export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  const columns: Column<Passkey>[] = [
    { header: 'Name', className: passkeysStyles.name, cell: ({ name }) => name },
    { header: 'Kept', cell: ({ backedUp }) => (backedUp ? 'In a key manager' : 'On one device') },
    { header: 'Added', className: 'figures muted', cell: ({ createdAt }) => <Time at={createdAt} as="shortDate" /> },
    {
      header: 'Last used',
      className: 'figures muted',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      className: dataTableStyles.corner,
      cell: (passkey) => (
        <>
          <Button kind="ghost" size="small" icon aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
            <Icon of={Pencil} />
          </Button>
          <Button kind="ghost" size="small" icon aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
            <Icon of={Trash2} />
          </Button>
        </>
      ),
    },
  ];
  return <DataTable columns={columns} rows={passkeys} rowKey={({ id }) => id} />;
}
