import type { Decision, MediaUpload } from '@clearframe/contract';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MediaShot } from '../../../shared/media/media-shot.tsx';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import listStyles from '../../ui/list.module.css';
import { itemAddress } from '../address.ts';
import { useReview } from '../decide/review-context.ts';
import { standing } from '../decide/situation.ts';
import { lastDecided } from '../queue/next-item.ts';

/** As many as one looks back at. */
const MOST = 5;

/** What the person decided last on these pages, as the server has it. What somebody else decided since is not theirs any more. */
export function DecidedLast() {
  const { id: userId } = useUser();
  const { justDecided, shortcuts } = useReview();
  const items = useQueries({ queries: lastDecided(MOST).map((id) => mediaItemQuery(id)) }).flatMap(({ data }) => data ?? []);
  const own = items.flatMap((item) => {
    const decision = standing(item);
    return decision?.user?.id === userId ? [{ item, decision }] : [];
  });
  if (own.length === 0) return null;
  return (
    <section className="card" aria-labelledby="decided-last-h">
      <div className="card-header">
        <h2 id="decided-last-h">You decided last</h2>
        {justDecided === null || !shortcuts ? null : (
          <span className="muted fine">
            <kbd>U</kbd> undoes the newest
          </span>
        )}
      </div>
      <ul className={listStyles.list}>
        {own.map((line) => (
          <Line key={line.item.id} {...line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ item, decision: { at, to, label } }: { item: MediaUpload; decision: Decision }) {
  return (
    <li>
      <Link className={listStyles.item} data-slot="list-item" to={itemAddress(item.id)}>
        <MediaShot media={item} size="small" pill={false} />
        <span className="grow">
          <span className={`${listStyles.title} truncate block`} dir="auto">
            {titleOf(item)}
          </span>
          <small className="truncate block">
            {label ? (
              <>
                <bdi>{label.name}</bdi>
                {' · '}
              </>
            ) : null}
            <Time at={at} />
          </small>
        </span>
        <StateBadge state={to ? 'failed' : 'passed'} />
      </Link>
    </li>
  );
}
