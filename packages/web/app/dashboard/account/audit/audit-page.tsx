import { auditEndpoints, limits } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { CsvExportButton } from '../../shell/csv-export/csv-export-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { pageFromSearch } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import accountPageStyles from '../frame/account-page.module.css';
import styles from './audit.module.css';
import { type AuditFilters, auditAddress, auditFiltersOf } from './audit-address.ts';
import { auditQuery } from './audit-queries.ts';
import { AuditTable } from './audit-table.tsx';
import { AuditTools } from './audit-tools.tsx';
import { AuditVerification } from './audit-verification.tsx';

const pageSize = limits.auditPageSize;

/** Who decided and changed what in the account, and how that can be proved. */
export function AuditPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = auditFiltersOf(search);
  const page = pageFromSearch(search);
  const log = useQuery(auditQuery(filters, page));
  const total = log.data?.pagination.total ?? 0;
  return (
    <div className={styles.page}>
      <AuditTools filters={filters} onChange={(next) => void navigate(auditAddress(next))} />
      <section className="card" aria-labelledby="audit-h" aria-busy={log.isPending || log.isPlaceholderData}>
        <div className="card-header">
          <h2 id="audit-h">Audit log</h2>
          <CsvExportButton
            kind="audit"
            format="JSON Lines"
            line={['entry', 'entries']}
            ask={() => call(auditEndpoints.exportAudit)}
          />
        </div>
        {log.isError && !log.data ? (
          <div className="card-body">
            <LoadFault title="Could not load the audit log" query={log} />
          </div>
        ) : (
          <AuditTable rows={log.data?.entries} empty={<Nothing filters={filters} page={page} />} />
        )}
        {total > pageSize ? (
          <div className={accountPageStyles.cardFooter}>
            <Pagination page={page} pageSize={pageSize} total={total} address={(to) => auditAddress(filters, to)} />
          </div>
        ) : null}
      </section>
      {/* The table above would push it down. */}
      {log.isPending ? null : <AuditVerification />}
    </div>
  );
}

function Nothing({ filters, page }: { filters: AuditFilters; page: number }) {
  if (page > 1)
    return (
      <EmptyState
        icon={ScrollText}
        title="That page does not exist"
        action={<LinkButton to={auditAddress(filters)}>Go to page 1</LinkButton>}
      />
    );
  if (Object.keys(filters).length > 0)
    return (
      <EmptyState icon={ScrollText} title="No matching entries" action={<LinkButton to={auditAddress({})}>Show all</LinkButton>}>
        Nothing of that kind was recorded in that time.
      </EmptyState>
    );
  return (
    <EmptyState icon={ScrollText} title="No entries yet">
      Decisions and changes of your team appear here.
    </EmptyState>
  );
}
