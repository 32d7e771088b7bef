import { messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ImageOff } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { isMissing } from '../../shell/api/is-missing.ts';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';
import { usePageTitle } from '../../shell/page/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RollPlace } from '../roll/roll-place.tsx';
import styles from '../shown/media-detail.module.css';
import { MediaDetail } from './media-detail.tsx';
import { useAhead, type Ways } from './use-ahead.ts';

/** One item: picture, decision, why it was flagged, history, uploader and file. */
export function MediaDetailPage({ id }: { id: string }) {
  const { shown, ...ways } = useAhead(id);
  return (
    <RollPlace id={shown}>
      <Item id={shown} isAddressed={shown === id} ways={ways} />
    </RollPlace>
  );
}

type ItemProps = {
  id: string;
  /** The address names it: until then the window, and with it the browser's history, bears the name of the item before. */
  isAddressed: boolean;
  ways: Ways;
};

function Item({ id, isAddressed, ways }: ItemProps) {
  const item = useQuery(mediaItemQuery(id));
  usePageTitle(item.data ? titleOf(item.data) : null, isAddressed);
  if (item.data && !isMissing(item.error)) return <MediaDetail media={item.data} ways={ways} />;
  if (item.isPending) return <DetailSkeleton />;
  if (isMissing(item.error)) return <Missing />;
  return <LoadFault title={messages.fetchMediaDetailsFailed} query={item} />;
}

function Missing() {
  const navigate = useNavigate();
  // Without a page of ours behind it (a pasted link) Back leads to the list.
  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/dashboard/media'));
  return (
    <section className="card">
      <EmptyState
        icon={ImageOff}
        title={messages.mediaNotFound}
        action={
          <Button onClick={() => void back()}>
            <Icon of={ArrowLeft} />
            Back
          </Button>
        }
      >
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    </section>
  );
}

function DetailSkeleton() {
  return (
    <div className={styles.mediaDetail} data-slot="media-detail" aria-busy="true" role="status" aria-label="Loading media">
      <div className={styles.stage}>
        <div className={styles.tableTop}>
          <Skeleton shape="print" />
        </div>
        <Skeleton shape="block" />
      </div>
      <div className={styles.panel}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
