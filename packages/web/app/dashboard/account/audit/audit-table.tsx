import type { AuditEntry } from '@clearframe/contract';
import { Time } from '../../../shared/ui/time.tsx';
import { type Column, DataTable, type DataTableProps } from '../../ui/data-table.tsx';
import { actionWords } from './audit-address.ts';

const kinds = { person: 'Person outside the team', token: 'API token', rule: 'Clearframe', operator: 'Operator' } as const;

/** Who did it; a program by the name of its token. */
function actorOf({ type, name }: AuditEntry['actor']): string {
  if (name === null) return kinds[type];
  return type === 'token' ? `${name} (API token)` : name;
}

/** "notice 1, outcome removed": numbers and fixed words, in the order in which the server wrote them. */
const detailOf = ({ detail }: AuditEntry): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => (value === null ? [] : `${name.replaceAll('_', ' ')} ${String(value)}`))
    .join(', ');

const columns: readonly Column<AuditEntry>[] = [
  { header: 'Entry', className: 'figures muted', cell: ({ seq }) => seq },
  {
    header: 'Act',
    cell: (entry) => (
      <div>
        {actionWords(entry.action)}
        {entry.subject.id === null || entry.subject.type === 'account' ? null : (
          <small className="dim block breakable">
            {entry.subject.type} <span className="mono">{entry.subject.id}</span>
          </small>
        )}
        {detailOf(entry) === '' ? null : <small className="dim block breakable">{detailOf(entry)}</small>}
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
