import { messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { formatCount } from '../../format.ts';
import { usageQuery } from '../../queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tokensQuery } from '../tokens/use-tokens.ts';
import './dashboard.css';
import { FirstSteps } from './first-steps.tsx';
import { Ledger } from './ledger.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentContent } from './recent-content.tsx';
import { RecentTokens } from './recent-tokens.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';
import { type Counts, useCounts } from './use-counts.ts';

/** Dashboard: counts, newest content, subscription, quick actions, newest tokens. */
export function DashboardPage() {
  const { recent, counts } = useCounts();
  const usage = useQuery(usageQuery);
  const tokens = useQuery(tokensQuery);
  const items = recent.data?.media_uploads ?? [];
  const empty = recent.data?.pagination.total === 0;
  return (
    <>
      <div className="ph">
        <p>{empty ? 'Nothing is uploaded yet.' : <Summary counts={counts} />}</p>
        {empty ? null : (
          <LinkButton to="/dashboard/media">
            <Icon of={Images} />
            Open review
          </LinkButton>
        )}
      </div>
      {recent.isError ? (
        <LoadFault
          title={messages.fetchMediaFailed}
          error={recent.error}
          busy={recent.isFetching}
          onRetry={() => void recent.refetch()}
        />
      ) : null}
      {empty || (recent.isError && !recent.data) ? null : <Ledger counts={counts} />}
      <div className="cols c-2-1 top-aligned">
        <div className="side-col">
          {empty ? <FirstSteps subscribed={Boolean(usage.data?.usage)} hasTokens={Boolean(tokens.data?.length)} /> : null}
          {recent.isPending ? <RecentSkeleton /> : null}
          {items.length > 0 ? <RecentContent items={items} /> : null}
          <RecentTokens />
        </div>
        <div className="side-col">
          <SubscriptionSummary answer={usage.data} failed={usage.isError} />
          {empty ? null : <QuickActions />}
        </div>
      </div>
    </>
  );
}

/** "43 of 1,287 uploads are flagged." once both are known. */
function Summary({ counts: { flagged, uploads } }: { counts: Counts }) {
  if (flagged === null || uploads === null) return <span className="dim">Counting…</span>;
  return (
    <>
      <b className="strong">
        {formatCount(flagged)} of {formatCount(uploads)}
      </b>{' '}
      {uploads === 1 ? 'upload is' : 'uploads are'} flagged.
    </>
  );
}

function RecentSkeleton() {
  return (
    <section className="card" aria-busy="true" aria-label="Loading recent content">
      <Skeleton shape="row" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </section>
  );
}
