import { type DashboardSummary, dashboardEndpoints, limits, mediaEndpoints, messages } from '@clearframe/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Images, Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { formatCount } from '../../shared/format/format.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { part } from '../../shared/ui/part.tsx';
import { usageQuery } from '../shell/api/usage-query.ts';
import { queueAddress } from '../shell/page/queue-address.ts';
import { useMay } from '../shell/role/use-may.ts';
import { tokensQuery } from '../tokens/tokens-query.ts';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import skeletonStyles from '../ui/skeleton.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import dashboardStyles from './dashboard.module.css';
import { DaysChart } from './days-chart.tsx';
import { Ledger, uploadsOf } from './ledger.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentContent } from './recent-content.tsx';
import { RecentTokens } from './recent-tokens.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';

/** Figures of the first screen. Under 'media', so that a live event of an item renews them too. */
const summaryQuery = queryOptions({
  queryKey: keys.media.summary,
  queryFn: async ({ signal }) => (await call(dashboardEndpoints.dashboardSummary, { signal })).summary,
});

const wish = { page: 1, limit: limits.recentListSize };

/** The newest items. Content Review's own query knows filters, which the first screen need not load. */
const recentMediaQuery = queryOptions({
  queryKey: keys.media.list(wish),
  queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: wish, signal }),
});

/** Only an empty account has it, so its code comes for that alone. */
const FirstRun = part(async () => (await import('./first-run/first-run.tsx')).FirstRun);

/** Dashboard: figures of the period, the last days, newest content, subscription, quick actions, newest tokens. */
export function DashboardPage() {
  const recent = useQuery(recentMediaQuery);
  const summary = useQuery(summaryQuery);
  const usage = useQuery(usageQuery);
  const mayTokens = useMay('tokens.manage') === true;
  const tokens = useQuery({ ...tokensQuery, enabled: mayTokens });
  const items = recent.data?.media_uploads ?? [];
  const empty = recent.data?.pagination.total === 0;
  const mayUpload = useMay('media.upload');
  const [isHeld, setHeld] = useState(false);
  if (isHeld || (empty && mayUpload !== false)) {
    return (
      <Suspense fallback={<FirstRunSkeleton />}>
        {mayUpload === null ? (
          <FirstRunSkeleton />
        ) : (
          <FirstRun
            usage={usage.data}
            isCounting={usage.isPending}
            hasTokens={Boolean(tokens.data?.length)}
            mayTokens={mayTokens}
            onHold={setHeld}
          />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <div className={`${pageHeaderStyles.header} ${dashboardStyles.header}`}>
        <p>{empty ? 'No uploads yet.' : <Summary summary={summary.data} />}</p>
        {empty ? null : (
          <div className="row wrap">
            <LinkButton kind="ghost" to="/dashboard/quality">
              <Icon of={Scale} />
              Measured quality
            </LinkButton>
            <LinkButton to={queueAddress}>
              <Icon of={Images} />
              Open review
            </LinkButton>
          </div>
        )}
      </div>
      {recent.isError ? <LoadFault title={messages.fetchMediaFailed} query={recent} /> : null}
      {summary.isError ? <LoadFault title={messages.fetchMediaFailed} query={summary} /> : null}
      {empty || (summary.isError && !summary.data) ? null : <Ledger summary={summary.data} />}
      <div className={`columns columns-2-1 ${dashboardStyles.dashboard}`}>
        {empty || (summary.isError && !summary.data) ? null : (
          <div className={dashboardStyles.wide}>{summary.data ? <DaysChart days={summary.data.days} /> : <ChartSkeleton />}</div>
        )}
        <div className={dashboardStyles.narrow}>
          <SubscriptionSummary answer={usage.data} failed={usage.isError} />
        </div>
        {recent.isPending || items.length > 0 ? (
          <div className={dashboardStyles.wide}>{recent.isPending ? <RecentSkeleton /> : <RecentContent items={items} />}</div>
        ) : null}
        {empty ? null : (
          <div className={dashboardStyles.narrow}>
            <QuickActions flagged={summary.data?.counts.flagged ?? null} />
          </div>
        )}
        {mayTokens ? (
          <div className={dashboardStyles.wide}>
            <RecentTokens />
          </div>
        ) : null}
      </div>
    </>
  );
}

/** "43 of 1,287 uploads are flagged. Two are not checked yet." once the figures are known. */
function Summary({ summary }: { summary: DashboardSummary | undefined }) {
  if (!summary) return <span className="dim">Counting…</span>;
  const uploads = uploadsOf(summary);
  const { flagged, not_checked: waiting } = summary.counts;
  return (
    <>
      <b className="strong">
        {formatCount(flagged)} of {formatCount(uploads)}
      </b>{' '}
      {uploads === 1 ? 'upload is' : 'uploads are'} flagged{summary.since ? ' this period' : ''}.
      {waiting > 0 ? ` ${formatCount(waiting)} ${waiting === 1 ? 'is' : 'are'} not checked yet.` : null}
    </>
  );
}

function ChartSkeleton() {
  return (
    <section className="card" aria-busy="true" aria-label="Loading the last 14 days">
      <div className="card-header">
        <h2>Last 14 days</h2>
      </div>
      <div className="card-body">
        <div className={`${skeletonStyles.skeleton} ${dashboardStyles.chartSkeleton}`} data-slot="skeleton" aria-hidden="true" />
      </div>
    </section>
  );
}

function FirstRunSkeleton() {
  return (
    <section className="card" aria-busy="true" aria-label="Loading the first steps">
      <Skeleton shape="block" />
    </section>
  );
}

function RecentSkeleton() {
  return (
    <section className="card" aria-busy="true" aria-label="Loading recent content">
      <div className="card-header">
        <h2>Recent content</h2>
      </div>
      <Skeleton shape="row" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </section>
  );
}
