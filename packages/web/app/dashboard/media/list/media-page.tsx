import { itemEndpoints, limits, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { CsvExportButton } from '../../shell/csv-export/csv-export-button.tsx';
import { PageActions } from '../../shell/page/page-actions.tsx';
import { useWindowTitle } from '../../shell/page/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { pageCount, pageSummary } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import {
  countedBy,
  type Filters,
  isNarrowed,
  isWholeQueue,
  listAddress,
  searchOf,
  showsAllFlagged,
  withoutFilters,
} from '../address.ts';
import { CareStrip } from '../care/care-strip.tsx';
import { countItems } from '../decide/decision-labels.ts';
import { FaultBanner } from '../decide/fault-banner.tsx';
import { useReview } from '../decide/review-context.ts';
import { ShortcutsHelp } from '../decide/shortcuts-help.tsx';
import { mediaCountsQuery, mediaListQuery } from '../media-queries.ts';
import { useFilters } from '../use-filters.ts';
import { BulkRunBanner } from './bulk-run-banner.tsx';
import { countAll } from './count-all.ts';
import { ListNews } from './list-news.tsx';
import styles from './media-card.module.css';
import { QueueDone } from './queue-done.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { countWord, ReviewTools } from './review-tools.tsx';
import { useBulkRun } from './use-bulk-run.ts';
import { useOpenedForAll } from './use-opened-for-all.ts';

const cards = Array.from({ length: limits.mediaPageSize }, (_, index) => index);

/** The grid of Content Review while it is fetched, in its final geometry. */
function MediaGridSkeleton() {
  return (
    <section className={styles.grid} aria-busy="true" aria-label="Loading media">
      {cards.map((card) => (
        <div className={styles.mediaCard} data-slot="media-card" key={card}>
          <Skeleton shape="print" />
          <div className="row between">
            <Skeleton shape="title" />
            <Skeleton shape="badge" />
          </div>
          <Skeleton shape="line" />
        </div>
      ))}
    </section>
  );
}

/** Content Review: the account's items, twelve a page, under the filters of the address. */
export function MediaPage() {
  const { filters, page, set } = useFilters();
  const navigate = useNavigate();
  const { setSeenPage } = useReview();
  useEffect(() => setSeenPage(page), [page, setSeenPage]);
  const bulk = useBulkRun();
  const [help, setHelp] = useState(false);
  // Its lines wrap on a phone as figures arrive. Above the list they would move it.
  const isPhone = usePhone();
  const list = useQuery(mediaListQuery({ page, ...filters }));
  const counts = useQuery(mediaCountsQuery(countedBy(filters)));
  const total = list.data?.pagination.total ?? 0;
  const pages = pageCount(total, limits.mediaPageSize);
  const address = (to: number) => listAddress(filters, to);
  const waiting = counts.data?.counts.undecided ? `(${countWord(counts.data, 'undecided')}) ` : '';
  useWindowTitle(filters.status === 'undecided' ? `${waiting}To decide` : null);
  const turn = (to: number) => {
    if (to < 1 || to > pages) return false;
    void navigate(address(to));
    return true;
  };
  const fault = list.isError ? <LoadFault title={messages.fetchMediaFailed} query={list} /> : null;
  const isRead = list.data !== undefined && !list.isPlaceholderData;
  const showsNothing = isRead && total === 0;
  const opened = useOpenedForAll((showsNothing && !list.isFetching) || list.isError);
  const news = pages > 1 ? pageSummary(page, limits.mediaPageSize, total, list.data?.pagination.capped) : countItems(total);
  // The queue of an account without items is not clear: it never began.
  const isWhole = filters.status === undefined && !isNarrowed(filters);
  const hasNothing = isWhole || (isWholeQueue(filters) && counts.data && countAll(counts.data) === 0);
  if (showsNothing && hasNothing) return <NothingYet />;
  return (
    <>
      <PageActions>
        <Button kind="ghost" size="small" className="not-on-phones" onClick={() => setHelp(true)}>
          <KeyHint>?</KeyHint> Shortcuts
        </Button>
      </PageActions>
      <FaultBanner />
      <BulkRunBanner bulk={bulk} />
      <ReviewTools filters={filters} counts={counts.data} onChange={set}>
        <CsvExportButton
          kind="media_list"
          line={['item', 'items']}
          ask={() => call(itemEndpoints.exportMedia, { body: filters })}
        />
      </ReviewTools>
      {isPhone ? null : <CareStrip isAbove />}
      <ListNews name={address(page)} words={isRead ? news : null} waiting={isRead && isWholeQueue(filters) ? total : null} />
      {fault}
      {list.isPending ? <MediaGridSkeleton /> : null}
      {list.data && total === 0 ? (
        isWholeQueue(filters) ? (
          <QueueDone />
        ) : (
          <NothingMatches filters={filters} onChange={set} />
        )
      ) : null}
      {list.data && total > 0 && list.data.media_uploads.length === 0 ? (
        <BeyondTheEnd last={pages} address={address(pages)} />
      ) : null}
      {list.data && list.data.media_uploads.length > 0 ? (
        <ReviewGrid
          items={list.data.media_uploads}
          page={list.data.pagination.page}
          addressed={page}
          ready={!list.isPlaceholderData}
          search={searchOf(filters)}
          filters={filters}
          matching={pages > 1 ? `${formatCount(total)}${list.data.pagination.capped ? '+' : ''}` : null}
          startRun={bulk.start}
          turn={turn}
          isQueue={filters.status === 'undecided'}
          leaves={filters.status !== undefined}
          onHelp={() => setHelp(true)}
          {...opened}
        />
      ) : null}
      <Pagination
        page={page}
        pageSize={limits.mediaPageSize}
        total={total}
        capped={list.data?.pagination.capped}
        address={address}
      />
      {isPhone && list.data ? <CareStrip /> : null}
      <ShortcutsHelp open={help} onClose={() => setHelp(false)} page="list" />
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
        Uploads appear here with their verdicts.
      </EmptyState>
    </section>
  );
}

function NothingMatches({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  if (isNarrowed(filters)) {
    return (
      <section className="card">
        <EmptyState
          icon={SearchX}
          title="Nothing matches"
          action={<Button onClick={() => onChange(withoutFilters(filters))}>Clear filters</Button>}
        >
          Try fewer filters or another word.
        </EmptyState>
      </section>
    );
  }
  const isFlagged = showsAllFlagged(filters);
  return (
    <section className="card">
      <EmptyState
        icon={SearchX}
        title={isFlagged ? 'No flagged media' : 'Nothing here now'}
        action={<Button onClick={() => onChange({})}>Show all</Button>}
      >
        {isFlagged ? 'Nothing is flagged now. That is usually good news.' : 'Your items are under other verdicts.'}
      </EmptyState>
    </section>
  );
}

/** An old address can ask for a page that no longer exists. */
function BeyondTheEnd({ last, address }: { last: number; address: string }) {
  return (
    <section className="card">
      <EmptyState icon={Images} title="That page does not exist" action={<LinkButton to={address}>Go to page {last}</LinkButton>}>
        Content Review has {last} {last === 1 ? 'page' : 'pages'}.
      </EmptyState>
    </section>
  );
}
