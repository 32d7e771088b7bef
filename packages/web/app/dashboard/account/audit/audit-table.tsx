import type { AuditEntry } from '@clearframe/contract';
import { Time } from '../../../shared/ui/time.tsx';
import { type Column, DataTable, type DataTableProps } from '../../ui/data-table.tsx';
import { actionWords } from './audit-address.ts';
import { detailWords, subjectWords } from './audit-detail.ts';

const kinds = { person: 'Person outside the team', token: 'API token', rule: 'Clearframe', operator: 'Operator' } as const;

/** Who did it; a program by the name of its token. */
function actorOf({ type, name }: AuditEntry['actor']): string {
  if (name === null) return kinds[type];
  return type === 'token' ? `${name} (API token)` : name;
}

const columns: readonly Column<AuditEntry>[] = [
  { header: 'Entry', className: 'figures muted', cell: ({ seq }) => seq },
  {
    header: 'Act',
    cell: (entry) => (
      <div>
        {actionWords(entry.action)}
        {entry.subject.id === null || entry.subject.type === 'account' ? null : (
          <small className="dim block breakable">
            {subjectWords(entry.subject.type)} <span className="mono">{entry.subject.id}</span>
          </small>
        )}
        {detailWords(entry.detail) === '' ? null : <small className="dim block breakable">{detailWords(entry.detail)}</small>}
      </div>
    ),
  },
  { header: 'Who', className: 'breakable', dir: 'auto', cell: ({ actor }) => actorOf(actor) },
  { header: 'When', className: 'figures muted', cell: ({ at }) => <Time at={at} as="dateTime" /> },
];

/** Acts with who did them, newest first. */
export const AuditTable = (table: Pick<DataTableProps<AuditEntry>, 'rows' | 'empty'>) => (
  <DataTable {...table} columns={columns} rowKey={({ seq }) => String(seq)} />
);
