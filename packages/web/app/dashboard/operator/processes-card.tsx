import type { OperatorHealth } from '@clearframe/contract';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';

/** What works on this database, on every machine, with its version. */
export function ProcessesCard({ health: { processes, version } }: { health: OperatorHealth }) {
  return (
    <section className="card" aria-labelledby="operator-processes">
      <div className="card-header">
        <h2 id="operator-processes">Processes</h2>
        <span className="dim fine">Clearframe {version}</span>
      </div>
      <DataTable
        labelledBy="operator-processes"
        rows={processes}
        rowKey={({ role, instance, started_at: at }) => `${role} ${instance} ${at}`}
        columns={[
          { header: 'Role', cell: ({ role }) => role.replaceAll(',', ', ') },
          { header: 'Machine', className: 'breakable', cell: ({ instance }) => instance },
          { header: 'Version', className: 'figures', cell: ({ version: of }) => of },
          {
            header: 'Since',
            className: 'figures muted',
            cell: ({ started_at: at }) => <Time at={at} as="dateTime" />,
          },
          {
            header: 'State',
            cell: ({ is_there: isThere, silent_seconds: silent, restart_for: restart }) =>
              !isThere ? `Silent for ${silent} s` : restart.length > 0 ? `Restart for ${restart.join(', ')}` : 'Works',
          },
        ]}
      />
    </section>
  );
}
