import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './data.module.css';
import { exportsQuery, useCreateExport } from './data-queries.ts';
import { isOpen } from './export-labels.ts';
import { ExportList } from './export-list.tsx';

/** Ask for all data, watch it being collected, fetch it. */
export function ExportSection() {
  const exports = useQuery(exportsQuery);
  const create = useCreateExport();
  const whole = useMay('account.manage');
  const running = exports.data?.some((one) => one.kind === 'account' && isOpen(one)) ?? false;
  const failed = create.isError && !(create.error instanceof NotConfirmed);
  return (
    <section className="card" aria-labelledby="export-title">
      <div className="card-header">
        <h2 id="export-title">Export your data</h2>
        <Button kind="primary" disabled={running || exports.isPending} busy={create.isPending} onClick={() => create.mutate()}>
          {running ? 'Export in progress' : 'Export'}
        </Button>
      </div>
      <div className={`card-body ${styles.card}`}>
        <p className="muted">
          {/* Until the role is known, as for an owner: most people are one. */}
          {whole !== false
            ? 'One ZIP with everything in this account: originals, results, decisions, ' +
              'keywords, plan, payments, invoices, frame ledger and security log. It lists tokens by name, never by value.'
            : 'One ZIP with your part of this account: profile, devices, decisions and security log.'}{' '}
          We prepare it in the background and keep it for 7 days.
        </p>
        {failed ? (
          <Banner kind="error" title="Could not start the export">
            {errorMessage(create.error, 'Check the connection and try again.')}
          </Banner>
        ) : null}
        {exports.isError ? <LoadFault title="Could not load your exports" query={exports} /> : null}
        {exports.isPending ? <Skeleton shape="line" /> : null}
        {exports.data?.length === 0 ? <p className="dim">No exports yet.</p> : null}
        {exports.data && exports.data.length > 0 ? <ExportList exports={exports.data} /> : null}
      </div>
    </section>
  );
}
