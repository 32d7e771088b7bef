import { type OperatorQuarantined, operatorEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { formatBytes } from '../../shared/format/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { quarantineQuery } from './operator-queries.ts';
import { ReasonDialog, type ReasonedAct } from './reason-dialog.tsx';

const restoreOf = ({ id }: OperatorQuarantined): ReasonedAct => ({
  title: 'Restore the file',
  submit: 'Restore',
  fallback: 'Could not restore the file',
  effect: 'The file gets its old place back, and stays there while an item names it.',
  done: 'The file has its place back',
  send: (reason) => call(operatorEndpoints.operatorRestore, { params: { id }, body: { reason } }),
});

/** Files that no item names any more, by key, day and size alone. */
export function QuarantineCard() {
  const files = useQuery(quarantineQuery);
  const [restoring, setRestoring] = useState<ReasonedAct | null>(null);
  return (
    <section className="card" aria-labelledby="operator-quarantine">
      <div className="card-header">
        <h2 id="operator-quarantine">Quarantine</h2>
        <span className="dim fine">Files go seven days after their day</span>
      </div>
      {files.isError && !files.data ? (
        <LoadFault title="Could not load the quarantine" query={files} />
      ) : (
        <DataTable
          labelledBy="operator-quarantine"
          rows={files.data?.quarantine}
          rowKey={({ id }) => id}
          empty={<p className="card-body muted">No file is in quarantine.</p>}
          columns={[
            { header: 'File', className: 'mono breakable', cell: ({ key }) => key },
            { header: 'Size', className: 'figures', cell: ({ size_bytes: bytes }) => formatBytes(bytes) },
            {
              header: 'Since',
              className: 'figures muted',
              cell: ({ day }) => <Time at={`${day}T12:00:00.000Z`} as="shortDate" />,
            },
            {
              header: 'Actions',
              isHeaderHidden: true,
              cell: (file) => (
                <Button size="small" onClick={() => setRestoring(restoreOf(file))}>
                  Restore<span className="visually-hidden"> {file.key}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      {files.data?.more ? (
        <p className="card-body muted">
          Only the oldest are listed. Use <span className="mono">clearframe quarantine list</span> for all.
        </p>
      ) : null}
      <ReasonDialog act={restoring} onClose={() => setRestoring(null)} />
    </section>
  );
}
