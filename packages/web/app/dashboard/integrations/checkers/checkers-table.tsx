import type { Checker } from '@clearframe/contract';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Time } from '../../../shared/ui/time.tsx';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { shownToken } from '../../tokens/shown-token.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import secretStyles from '../../ui/secret.module.css';
import rowActionsStyles from '../../webhooks/hooks/row-actions.module.css';
import type { AddressedTableProps } from '../parts/addressed-page.tsx';
import { RowActs } from '../parts/row-acts.tsx';
import { StateSwitch } from '../parts/state-switch.tsx';
import { useRevealChecker } from './use-checkers.ts';

/** "Refuses with 406. Without a verdict 503." */
const answerWords = ({ reject_status: status, on_error: onError }: Checker) =>
  `Refuses with ${status}. Without a verdict ${onError === 'open' ? '200' : '503'}.`;

/** Checkers, each with what can be done with it. */
export function CheckersTable({ rows, empty, switching, onSwitch, onRotate, onEdit, onDelete }: AddressedTableProps<Checker>) {
  const columns: Column<Checker>[] = [
    {
      header: 'Checker',
      cell: (checker) => (
        <span className="breakable">
          {checker.name}
          <small className="dim block">{answerWords(checker)}</small>
        </span>
      ),
    },
    {
      header: 'Address',
      cell: (checker) => (
        <span className={secretStyles.secret}>
          {shownToken(checker.secret)}
          <CopyAddress {...checker} />
        </span>
      ),
    },
    {
      header: 'Status',
      cell: (checker) => (
        <StateSwitch
          name={checker.name}
          isActive={checker.is_active}
          busy={switching === checker.id}
          onSwitch={() => onSwitch(checker)}
        />
      ),
    },
    {
      header: 'Last used',
      className: 'figures muted',
      cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : 'Never'),
    },
    {
      header: 'Actions',
      label: '',
      className: rowActionsStyles.actions,
      headerClassName: rowActionsStyles.actions,
      cell: (checker) => (
        <RowActs
          acts={[
            {
              title: 'Replace address',
              name: `Replace address of ${checker.name}`,
              icon: RefreshCw,
              onAct: () => onRotate(checker),
            },
            { title: 'Edit', name: `Edit ${checker.name}`, icon: Pencil, onAct: () => onEdit(checker) },
            { title: 'Delete', name: `Delete ${checker.name}`, icon: Trash2, onAct: () => onDelete(checker) },
          ]}
        />
      ),
    },
  ];
  return <DataTable columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}

/** Copies the address of a checker of the list, whose rest may need a proof. */
function CopyAddress({ id, url, name, withheld }: Checker) {
  const reveal = useRevealChecker();
  return <CopyToken thing="address" token={url} name={name} reveal={withheld ? () => reveal(id) : undefined} />;
}
