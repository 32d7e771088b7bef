import {
  messages,
  subscriptionsEndpoints,
  UsageDays,
  type UsageHistory,
  type UsageHistoryQuery,
  usageDays,
} from '@clearframe/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatCount, formatFrames } from '../../../shared/format/format.ts';
import { CsvExportButton } from '../../shell/csv-export/csv-export-button.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import selectStyles from '../../ui/select.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import toolsStyles from '../../ui/tools.module.css';
import usageStyles from './usage.module.css';
import { UsageChart } from './usage-chart.tsx';
import { periodName, usageSources } from './usage-labels.ts';
import { UsageSplit } from './usage-split.tsx';

/** Below the key of the frames, which the live line refreshes. */
const historyQuery = (query: UsageHistoryQuery) =>
  queryOptions({
    queryKey: keys.usage.history(query),
    queryFn: ({ signal }) => call(subscriptionsEndpoints.usageHistory, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Usage: frames a day, by source and by API token, for the period that the address names or the last days. */
export function UsagePage() {
  const [search, setSearch] = useSearchParams();
  const query = queryOf(search);
  const history = useQuery(historyQuery(query));
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          Frames that were charged: one for each picture, and one for each second of a video that was looked at. Analyses that
          failed are free. Days begin at midnight UTC.
        </p>
      </div>
      {history.data ? <Loaded history={history.data} query={query} onQuery={(next) => setSearch(next)} /> : null}
      {history.isError && !history.data ? <LoadFault title={messages.subscriptionLoadFailed} query={history} /> : null}
      {history.isPending ? (
        <section aria-busy="true" aria-label="Loading usage">
          <Skeleton shape="block" />
        </section>
      ) : null}
    </>
  );
}

/** A period, or days; an address that names neither, or none that there are, shows the usual days. */
function queryOf(search: URLSearchParams): UsageHistoryQuery {
  const period = search.get('period');
  if (period) return { period };
  const days = UsageDays.safeParse(search.get('days')).data;
  return days === undefined || days === usageDays ? {} : { days };
}

type LoadedProps = { history: UsageHistory; query: UsageHistoryQuery; onQuery: (query: UsageHistoryQuery) => void };

function Loaded({ history, query, onQuery }: LoadedProps) {
  const { periods, days, tokens, total } = history;
  const asked = query.days ?? usageDays;
  const pick = (value: string): UsageHistoryQuery => {
    const chosen = UsageDays.safeParse(value).data;
    if (chosen === undefined) return { period: value };
    return chosen === usageDays ? {} : { days: chosen };
  };
  // A period further back than the list is still the one that the address names.
  const older = history.period && !periods.some(({ id }) => id === history.period?.id) ? [history.period] : [];
  return (
    <>
      <div className={`${toolsStyles.tools} ${usageStyles.tools}`}>
        <label className={selectStyles.select} data-slot="select">
          <span>Period</span>
          <select value={query.period ?? asked} onChange={(event) => onQuery(pick(event.target.value))}>
            {UsageDays.options.map((option) => (
              <option key={option} value={option}>
                Last {option} days
              </option>
            ))}
            {[...periods, ...older].map((one) => (
              <option key={one.id} value={one.id}>
                {periodName(one)}
              </option>
            ))}
          </select>
        </label>
        <CsvExportButton
          kind="usage"
          line={['line', 'lines']}
          ask={() => call(subscriptionsEndpoints.exportUsage, { body: query })}
        />
      </div>
      <p className={`${usageStyles.head} figures`} role="status">
        <b>{formatFrames(total)}</b>
        {history.period ? (
          <span className="muted">
            of {formatCount(history.period.allowed)} in this period
            {history.period.reserved > 0 ? `, ${formatCount(history.period.reserved)} more held by analyses under way` : ''}
          </span>
        ) : (
          <span className="muted">in the last {asked} days</span>
        )}
      </p>
      <UsageChart days={days} />
      <div className="columns columns-1-1">
        <UsageSplit
          title="By source"
          rows={usageSources(days).map((row) => ({ ...row, key: row.name }))}
          empty="No frame was charged in these days."
        />
        <UsageSplit
          title="By API token"
          rows={tokens.map(({ id, name, frames }) => ({ key: id, name, frames }))}
          empty="No frame was charged through an API token in these days."
        />
      </div>
    </>
  );
}
