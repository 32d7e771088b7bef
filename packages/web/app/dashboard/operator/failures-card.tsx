import { type OperatorFailure, operatorEndpoints } from '@clearframe/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { formatCount } from '../../shared/format/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { failuresQuery, useReadAgain } from './operator-queries.ts';

const nameOf = ({ kind, account_name: account }: OperatorFailure) => (kind === 'analysis' ? 'Analyses' : (account ?? 'Webhook'));

/** Failed work, one line a fault, each with its own Retry. */
export function FailuresCard() {
  const failures = useQuery(failuresQuery);
  const toast = useToast();
  const readAgain = useReadAgain();
  const retry = useMutation({
    mutationFn: ({ id }: OperatorFailure) => call(operatorEndpoints.operatorRetry, { params: { id } }),
    onSuccess: ({ queued, remaining }) => {
      toast(`${formatCount(queued)} queued again${remaining > 0 ? `, ${formatCount(remaining)} remain` : ''}`);
      return readAgain();
    },
    onError: (error) => toast(errorMessage(error, 'Could not retry')),
  });
  return (
    <section className="card" aria-labelledby="operator-failures">
      <div className="card-header">
        <h2 id="operator-failures">Failed work</h2>
      </div>
      {failures.isError && !failures.data ? <LoadFault title="Could not load failed work" query={failures} /> : null}
      {failures.isError && !failures.data ? null : (
        <DataTable
          labelledBy="operator-failures"
          rows={failures.data}
          rowKey={({ id }) => id}
          empty={<p className="card-body muted">Nothing failed.</p>}
          columns={[
            { header: 'Where', cell: (one) => nameOf(one), dir: 'auto' },
            { header: 'Error', className: 'breakable', cell: ({ error }) => error },
            { header: 'Count', className: 'figures', cell: ({ count }) => formatCount(count) },
            {
              header: 'Last',
              className: 'figures muted',
              cell: ({ last_at: at }) => <Time at={at} />,
            },
            {
              header: 'Actions',
              isHeaderHidden: true,
              cell: (one) =>
                one.can_retry ? (
                  <Button size="small" busy={retry.isPending && retry.variables.id === one.id} onClick={() => retry.mutate(one)}>
                    Retry<span className="visually-hidden"> {nameOf(one)}</span>
                  </Button>
                ) : (
                  <span className="dim">Webhook is off</span>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
