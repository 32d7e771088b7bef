import type { MediaAuthor } from '@clearframe/contract';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { initials } from '../../../shared/format/format.ts';
import { part } from '../../../shared/ui/part.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { uploaderAddress } from '../../shell/page/uploader-address.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './uploader-card.module.css';

/** Many items name nobody. It comes by itself, so the page stays as it is where its code cannot be had. */
const UploaderFigures = part(async () => (await import('../uploader/uploader-figures.tsx')).UploaderFigures);

/** Few people are trusted, watched or blocked. */
const ActionBadge = part(async () => (await import('../../shell/uploader/action-badge.tsx')).ActionBadge);

/** The card "Uploader": who made the item, what holds for them, and how their uploads fared. */
export function UploaderCard({ author }: { author: MediaAuthor | null }) {
  return (
    <section className="card" aria-labelledby="uploader-h">
      <div className="card-header">
        <h2 id="uploader-h">Uploader</h2>
        {author ? (
          <Link className="link" to={uploaderAddress(author.id)}>
            Open profile
          </Link>
        ) : null}
      </div>
      <div className="card-body stack-3">{author ? <Named author={author} /> : <Nobody />}</div>
    </section>
  );
}

/** What the item says is there at once. What is read has its place until it arrives. */
function Named({ author }: { author: MediaAuthor }) {
  const { id, name, created_at: joinedAt, action } = author;
  return (
    <>
      <div className={styles.who}>
        <span className={styles.initials} aria-hidden="true">
          {initials(name ?? id)}
        </span>
        <div className="grow breakable">
          <b dir="auto">{name ?? id}</b>
          <small className="block">
            Your id{' '}
            <bdi className={`${styles.id} mono truncate`} title={id}>
              {id}
            </bdi>
            {joinedAt === null ? null : (
              <>
                {' · since '}
                <Time at={joinedAt} as="shortDate" />
              </>
            )}
          </small>
        </div>
        {action === 'none' ? null : (
          <Suspense>
            <ActionBadge action={action} />
          </Suspense>
        )}
      </div>
      <div className={styles.read}>
        <Suspense fallback={<Skeleton shape="line" />}>
          <UploaderFigures key={id} id={id} />
        </Suspense>
      </div>
    </>
  );
}

function Nobody() {
  return (
    <p className="muted">
      No uploader given. Send{' '}
      <Link className="link mono" to="/docs/guides/community#hold-back-one-person" reloadDocument>
        author
      </Link>{' '}
      with your uploads.
    </p>
  );
}
