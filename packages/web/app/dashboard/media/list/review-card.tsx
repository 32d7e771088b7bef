import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { Eye } from 'lucide-react';
import type { KeyboardEvent, MouseEvent as ReactMouseEvent } from 'react';
import { Link } from 'react-router';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { MediaShot } from '../../../shared/media/media-shot.tsx';
import { VerdictBadge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { stateWord, titleOf } from '../../../shared/verdict/verdict.ts';
import { once } from '../decide/once.ts';
import reviewStyles from '../decide/review.module.css';
import { useReview } from '../decide/review-context.ts';
import { fromQueue } from '../queue/next-item.ts';
import { WebhookMark } from '../shown/webhook-mark.tsx';
import { cardReasons } from './card-reasons.ts';
import mediaCardStyles from './media-card.module.css';
import { MediaCard } from './media-card.tsx';
import { itemElementId } from './use-roving.ts';

type ReviewCardProps = {
  item: MediaUpload;
  /** The address's filters, which the detail page walks on in. */
  search: string;
  /** Whether its page is one of the queue. */
  isQueue: boolean;
  /** Who else looks at it. */
  holder: string | undefined;
  /** How many its uploader has; null = none that are known. */
  strikes: string | null;
  isCurrent: boolean;
  isPicked: boolean;
  onFocus: () => void;
  onArrow: (event: KeyboardEvent) => void;
  /** @param inRange from the one that was touched last */
  onPick: (inRange: boolean) => void;
  onDecide: (verdict: ManualVerdict) => void;
};

/** One item of the grid. Only the one at hand is a stop for Tab, with its buttons after it. */
export function ReviewCard(card: ReviewCardProps) {
  const { item, search, isQueue, holder, strikes, isCurrent, isPicked, onFocus, onArrow, onPick, onDecide } = card;
  const { canDecide } = useReview();
  const title = titleOf(item);
  // Shift opens another window elsewhere. Here it selects, as in every list of things.
  const onClick = (event: ReactMouseEvent) => {
    if (!event.shiftKey || !canDecide) return;
    event.preventDefault();
    onPick(true);
  };
  const stop = isCurrent ? 0 : -1;
  return (
    <MediaCard
      selected={isCurrent}
      shot={<MediaShot media={item} stop={isCurrent} />}
      title={
        <Link
          id={itemElementId(item.id)}
          dir="auto"
          to={`/dashboard/media/${item.id}${search}`}
          {...(isQueue && { state: fromQueue })}
          aria-label={[title, stateWord(item), ...(holder === undefined ? [] : [`${holder} is looking`])].join(', ')}
          tabIndex={stop}
          onFocus={onFocus}
          onKeyDown={onArrow}
          onClick={onClick}
        >
          {title}
        </Link>
      }
      badge={<VerdictBadge item={item} />}
      tags={item.tags}
      reasons={cardReasons(item)}
      byline={
        item.author ? (
          <>
            <bdi className="truncate">{item.author.name ?? item.author.id}</bdi>
            {strikes === null ? null : <span> · {strikes}</span>}
          </>
        ) : null
      }
      edge={
        <>
          <span>
            <span aria-hidden="true">▸ </span>
            <Time at={item.createdAt} />
          </span>
          {holder === undefined ? <WebhookMark item={item} /> : <Held by={holder} />}
        </>
      }
      {...(canDecide && {
        actions: (
          <>
            <label className={`${reviewStyles.pick}${isPicked ? ` ${reviewStyles.picked}` : ''}`}>
              <input
                type="checkbox"
                aria-label={`Select ${title}`}
                checked={isPicked}
                onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
                tabIndex={stop}
              />
            </label>
            {isOutOfSight(item) ? null : (
              <div className={mediaCardStyles.actions}>
                <Button kind="pass" aria-label={`Pass ${title}`} onClick={once(() => onDecide('pass'))} tabIndex={stop}>
                  Pass
                </Button>
                <Button kind="fail" aria-label={`Fail ${title}`} onClick={once(() => onDecide('fail'))} tabIndex={stop}>
                  Fail
                </Button>
              </div>
            )}
          </>
        ),
      })}
    />
  );
}

/** In the edge print, where the webhook stands otherwise: nobody has decided it yet. */
function Held({ by }: { by: string }) {
  return (
    <span className="row truncate" data-slot="media-card-held">
      <Icon of={Eye} />
      <span className="truncate" dir="auto">
        {by} is looking
      </span>
    </span>
  );
}
