import type { Appeal, MediaUpload, Statement } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { VerdictBadge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { titleOf } from '../../shared/verdict/verdict.ts';
import { CountedReveals } from '../media/decide/counted-reveals.tsx';
import { isMissing } from '../shell/api/is-missing.ts';
import { mediaItemQuery } from '../shell/api/media-item-query.ts';
import { uploaderAddress } from '../shell/page/uploader-address.ts';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { decidedBefore } from './appeal-words.ts';
import styles from './appeals.module.css';

type AppealedItemProps = { appeal: Appeal; statement: Statement };

/** The item that the appeal is about, and who decided about it before. It may be deleted: the appeal then goes on without it. */
export function AppealedItem({ appeal, statement }: AppealedItemProps) {
  const item = useQuery(mediaItemQuery(statement.media_id));
  if (isMissing(item.error))
    return (
      <div className={styles.part}>
        <h3>The item</h3>
        <p className="muted">It was deleted. You can still answer.</p>
      </div>
    );
  if (item.isError && !item.data) return <LoadFault title="Failed to load the item" query={item} />;
  if (!item.data) return <Skeleton shape="block" />;
  return <Loaded item={item.data} appeal={appeal} author={statement.author_id} />;
}

function Loaded({ item, appeal, author }: { item: MediaUpload; appeal: Appeal; author: string | null }) {
  const before = decidedBefore(item, appeal);
  return (
    <div className={styles.item}>
      <div>
        <CountedReveals>
          <MediaShot media={item} />
        </CountedReveals>
      </div>
      <div className={styles.part}>
        <h3>
          <Link className="link breakable" dir="auto" to={`/dashboard/media/${item.id}`}>
            {titleOf(item)}
          </Link>
        </h3>
        <VerdictBadge item={item} />
        {author === null ? null : (
          <p className="muted breakable">
            Uploaded by{' '}
            <Link className="link" dir="auto" to={uploaderAddress(author)}>
              {item.author?.name ?? author}
            </Link>
          </p>
        )}
        <h3>Decided before</h3>
        {before.length === 0 ? <p className="muted">No person. Software flagged it.</p> : null}
        <ol className={styles.before}>
          {before.map(({ key, who, did, at, note }) => (
            <li key={key}>
              <b>
                <bdi>{who}</bdi>
              </b>{' '}
              {did} <Time at={at} as="dateTime" />
              {note === null ? null : (
                <span className="muted block" dir="auto">
                  {note}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
