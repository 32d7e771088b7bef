import { QualityPeriod, type QualityReport, qualityEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { formatCount } from '../../shared/format/format.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { CsvExportButton } from '../shell/csv-export/csv-export-button.tsx';
import { queueAddress } from '../shell/page/queue-address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import selectStyles from '../ui/select.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import toolsStyles from '../ui/tools.module.css';
import { AppealsCard } from './appeals-card.tsx';
import { DecisionsChart } from './decisions-chart.tsx';
import { FlagTable } from './flag-table.tsx';
import { MeaningCard } from './meaning-card.tsx';
import { MissesCard } from './misses-card.tsx';
import qualityStyles from './quality.module.css';
import { analyserWord, periodWords, reasonWord } from './quality-labels.ts';
import { QualityLedger } from './quality-ledger.tsx';
import { qualityQuery } from './quality-queries.ts';
import { SampleCard } from './sample-card.tsx';
import { VersionTable } from './version-table.tsx';

const usual: QualityPeriod = '30';

/** Quality: how right the verdicts of the account were, measured by what its people decided. */
export function QualityPage() {
  const [search, setSearch] = useSearchParams();
  const period = QualityPeriod.safeParse(search.get('period')).data ?? usual;
  const report = useQuery(qualityQuery(period));
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>How often your reviewers agree with the verdicts, measured on your own uploads.</p>
      </div>
      <div className={toolsStyles.tools}>
        <label className={selectStyles.select} data-slot="select">
          <span>Period</span>
          <select
            value={period}
            onChange={(event) => setSearch(event.target.value === usual ? {} : { period: event.target.value })}
          >
            {QualityPeriod.options.map((option) => (
              <option key={option} value={option}>
                {periodWords[option]}
              </option>
            ))}
          </select>
        </label>
        <CsvExportButton
          kind="quality"
          line={['line', 'lines']}
          ask={() => call(qualityEndpoints.exportQuality, { body: { period } })}
        />
      </div>
      {report.data ? <Loaded report={report.data} /> : null}
      {report.isError && !report.data ? <LoadFault title="Could not load the figures" query={report} /> : null}
      {report.isPending ? (
        <section aria-busy="true" aria-label="Loading the figures">
          <Skeleton shape="block" />
        </section>
      ) : null}
    </>
  );
}

function Loaded({ report }: { report: QualityReport }) {
  const { by_programs: byPrograms, days, decided, period } = report;
  if (decided === 0)
    return (
      <>
        <section className="card">
          <EmptyState
            icon={Scale}
            title="No decisions yet"
            action={
              <LinkButton kind="primary" to={queueAddress}>
                Open review
              </LinkButton>
            }
          >
            {report.judged === 0
              ? 'No items were analysed in this period.'
              : `Pass or fail some of this period’s items (${formatCount(report.judged)}): ` +
                'each decision measures a verdict.'}
          </EmptyState>
        </section>
        <SampleCard recall={report.recall} />
      </>
    );
  return (
    <>
      <QualityLedger report={report} />
      {byPrograms > 0 ? (
        <p className={fieldStyles.hint} data-slot="field-hint">
          {formatCount(byPrograms)} more {byPrograms === 1 ? 'item was' : 'items were'} decided by API tokens only. We leave them
          out.
        </p>
      ) : null}
      <DecisionsChart days={days} period={period} />
      <div className={`columns columns-1-1 ${qualityStyles.columns}`}>
        <div className={qualityStyles.column}>
          <FlagTable
            title="Flags confirmed, by reason"
            lead="Reason"
            rows={report.by_reason.map(({ reason, ...row }) => ({ name: reasonWord(reason), ...row }))}
            hint="An item flagged for two reasons counts in both, because a Fail does not name one."
          />
          {report.by_analyser.length > 1 ? (
            <FlagTable
              title="Flags confirmed, by analyser"
              lead="Analyser"
              rows={report.by_analyser.map(({ analyser, ...row }) => ({ name: analyserWord(analyser), ...row }))}
              hint="Counts every analyser whose own score reached the limit. The built-in one counts if no other scored as high."
            />
          ) : null}
        </div>
        <div className={qualityStyles.column}>
          <MissesCard misses={report.misses} />
          <SampleCard recall={report.recall} />
          <AppealsCard appeals={report.appeals} />
        </div>
      </div>
      <VersionTable title="By version of the analysis" rows={report.by_analysis_version} />
      <VersionTable title="By version of the policy" rows={report.by_policy_version} />
      <MeaningCard />
    </>
  );
}
