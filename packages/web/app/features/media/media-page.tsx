import { limits, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formatAge } from '../../format.ts';
import { VerdictBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { MediaCard } from '../../ui/media-card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { MediaGridSkeleton } from './media-grid-skeleton.tsx';
import { mediaListQuery } from './media-queries.ts';
import { MediaShot } from './media-shot.tsx';
import { pageAddress, pageCount, pageFromSearch, pageSummary } from './page-address.ts';
import { titleOf, verdictOf, verdictWords } from './verdict.ts';
import { WebhookMark } from './webhook-mark.tsx';

/** Content Review: every item of the account, twelve a page, newest first. */
export function MediaPage() {
  const [search] = useSearchParams();
  const page = pageFromSearch(search);
  const list = useQuery(mediaListQuery({ page }));
  if (list.isPending) return <MediaGridSkeleton />;
  if (list.data === undefined) {
    return (
      <LoadFault
        title={messages.fetchMediaFailed}
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const { media_uploads: items, pagination } = list.data;
  const pages = pageCount(pagination.total, limits.mediaPageSize);
  if (pagination.total === 0) return <NothingYet />;
  return (
    <>
      {list.isError ? (
        <LoadFault
          title={messages.fetchMediaFailed}
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {items.length === 0 ? <BeyondTheEnd last={pages} /> : null}
      <section className="grid" aria-label="Media" aria-busy={list.isPlaceholderData}>
        {items.map((item) => (
          <MediaCard
            key={item.id}
            shot={<MediaShot media={item} />}
            title={
              <Link to={`/dashboard/media/${item.id}`} aria-label={`${titleOf(item)}, ${verdictWords[verdictOf(item)]}`}>
                {titleOf(item)}
              </Link>
            }
            badge={<VerdictBadge item={item} />}
            tags={item.tags}
            edge={
              <>
                <span>▸ {formatAge(item.createdAt, Date.now())}</span>
                <WebhookMark item={item} />
              </>
            }
          />
        ))}
      </section>
      {pages > 1 ? (
        <Pagination
          current={page}
          pages={pages}
          address={pageAddress}
          summary={pageSummary(pagination.page, limits.mediaPageSize, pagination.total)}
        />
      ) : null}
    </>
  );
}

function NothingYet() {
  return (
    <section className="card">
      <EmptyState
        icon={Images}
        title="Nothing to review yet"
        action={
          <LinkButton kind="primary" to="/dashboard/upload">
            Upload an image
          </LinkButton>
        }
      >
        Uploads from the dashboard and the API land here with their verdicts.
      </EmptyState>
    </section>
  );
}

/** An old address can ask for a page that no longer exists. */
function BeyondTheEnd({ last }: { last: number }) {
  return (
    <section className="card">
      <EmptyState
        icon={Images}
        title="There is no such page"
        action={<LinkButton to={pageAddress(last)}>Go to page {last}</LinkButton>}
      >
        Content Review has {last} {last === 1 ? 'page' : 'pages'}.
      </EmptyState>
    </section>
  );
}
