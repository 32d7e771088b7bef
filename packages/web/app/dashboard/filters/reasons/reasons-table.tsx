import { categories, dsaCategories, type Label, otherLabelKey } from '@clearframe/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { Badge, StateBadge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import dataTableStyles from '../../ui/data-table.module.css';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { effectWords, groundWords } from './reason-words.ts';

const categoryWords = (label: Label) => label.categories.map((one) => categories[one].label).join(', ');

const columns: readonly Column<Label>[] = [
  {
    header: 'Reason',
    cell: ({ name, key, built_in }) => (
      <span className="breakable">
        {name} {built_in ? <Badge look="off">Built in</Badge> : null}
        <small className="mono dim block">{key}</small>
      </span>
    ),
  },
  {
    header: 'Ground',
    cell: (label) => (
      <span title={dsaCategories[label.dsa_category]}>
        {groundWords[label.ground]}
        <small className="dim block">{label.ground === 'illegal' ? label.legal_reference : label.terms_reference}</small>
      </span>
    ),
  },
  { header: 'A Fail brings', cell: effectWords },
  { header: 'Categories', cell: (label) => <span className="muted">{categoryWords(label) || '–'}</span> },
];

type ReasonsTableProps = {
  rows: readonly Label[] | undefined;
  mayEdit: boolean;
  /** Id of the reason that is being switched. */
  busy: string | null;
  onEdit: (label: Label) => void;
  onToggle: (label: Label) => void;
  onDelete: (label: Label) => void;
};

/** Reasons in the order of the account. */
export function ReasonsTable({ rows, mayEdit, busy, onEdit, onToggle, onDelete }: ReasonsTableProps) {
  const status: Column<Label> = {
    header: 'Status',
    cell: (label) => {
      const badge = <StateBadge state={label.active ? 'active' : 'inactive'} />;
      if (!mayEdit || label.key === otherLabelKey) return badge;
      return (
        <Button
          kind="ghost"
          size="small"
          busy={busy === label.id}
          aria-label={`${label.active ? 'Active. Switch off' : 'Inactive. Switch on'} ${label.name}`}
          onClick={() => onToggle(label)}
        >
          {badge}
        </Button>
      );
    },
  };
  const actions: Column<Label> = {
    header: 'Actions',
    isHeaderHidden: true,
    className: dataTableStyles.corner,
    cell: (label) => (
      <>
        <Button kind="ghost" size="small" icon aria-label={`Change ${label.name}`} onClick={() => onEdit(label)}>
          <Icon of={Pencil} />
        </Button>
        {label.built_in ? null : (
          <Button kind="ghost" size="small" icon aria-label={`Delete ${label.name}`} onClick={() => onDelete(label)}>
            <Icon of={Trash2} />
          </Button>
        )}
      </>
    ),
  };
  return <DataTable columns={[...columns, status, ...(mayEdit ? [actions] : [])]} rows={rows} rowKey={({ id }) => id} />;
}
