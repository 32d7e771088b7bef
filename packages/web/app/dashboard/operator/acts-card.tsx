import { useQuery } from '@tanstack/react-query';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { logQuery } from './operator-queries.ts';

/** The newest acts of operators, by command or here. */
export function ActsCard() {
  const log = useQuery(logQuery);
  return (
    <section className="card" aria-labelledby="operator-log">
      <div className="card-header">
        <h2 id="operator-log">Operator log</h2>
        <span className="dim fine">Nothing changes or removes an entry.</span>
      </div>
      {log.isError && !log.data ? (
        <LoadFault title="Could not load the log" query={log} />
      ) : (
        <DataTable
          labelledBy="operator-log"
          rows={log.data}
          rowKey={({ seq }) => seq}
          empty={<p className="card-body muted">No operator changed anything yet.</p>}
          columns={[
            { header: 'Action', cell: ({ action }) => action },
            { header: 'About', className: 'mono breakable', cell: ({ subject }) => subject ?? 'the installation' },
            { header: 'Reason', className: 'breakable', dir: 'auto', cell: ({ reason }) => reason ?? '–' },
            { header: 'Who', className: 'mono breakable', cell: ({ actor }) => actor },
            {
              header: 'When',
              className: 'figures muted',
              cell: ({ at }) => <Time at={at} as="dateTime" />,
            },
          ]}
        />
      )}
    </section>
  );
}
