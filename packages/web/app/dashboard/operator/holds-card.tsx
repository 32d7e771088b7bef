import { operatorEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { HoldReasons } from './hold-reasons.tsx';
import { holdsQuery } from './operator-queries.ts';
import { ReasonDialog, type ReasonedAct } from './reason-dialog.tsx';

const releaseOf = (id: string): ReasonedAct => ({
  title: 'Release the item',
  submit: 'Release',
  fallback: 'Could not release the item',
  effect: 'The account can see and delete the item again.',
  done: 'The legal hold is lifted',
  send: (reason) => call(operatorEndpoints.operatorRelease, { params: { id }, body: { reason } }),
});

/** Items under legal hold, by id and reason alone. */
export function HoldsCard() {
  const holds = useQuery(holdsQuery);
  const [isHolding, setHolding] = useState(false);
  const [releasing, setReleasing] = useState<ReasonedAct | null>(null);
  return (
    <section className="card" aria-labelledby="operator-holds">
      <div className="card-header">
        <h2 id="operator-holds">Legal holds</h2>
        <Button onClick={() => setHolding(true)}>Hold an item</Button>
      </div>
      {holds.isError && !holds.data ? (
        <LoadFault title="Could not load legal holds" query={holds} />
      ) : (
        <DataTable
          labelledBy="operator-holds"
          rows={holds.data}
          rowKey={({ media_id: id }) => id}
          empty={<p className="card-body muted">No item is under legal hold.</p>}
          columns={[
            { header: 'Item', className: 'mono breakable', cell: ({ media_id: id }) => id },
            { header: 'Account', className: 'breakable', dir: 'auto', cell: ({ account_name: name }) => name },
            { header: 'Reasons', className: 'breakable', dir: 'auto', cell: ({ reasons }) => <HoldReasons reasons={reasons} /> },
            {
              header: 'Held',
              className: 'figures muted',
              cell: ({ held_at: at }) => <Time at={at} as="dateTime" />,
            },
            {
              header: 'Actions',
              isHeaderHidden: true,
              cell: (hold) => (
                <Button size="small" onClick={() => setReleasing(releaseOf(hold.media_id))}>
                  Release<span className="visually-hidden"> {hold.media_id}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      <HoldDialog open={isHolding} onClose={() => setHolding(false)} />
      <ReasonDialog act={releasing} onClose={() => setReleasing(null)} />
    </section>
  );
}
