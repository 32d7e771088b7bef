import type { KnownMatch, MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Columns2, FlipHorizontal2, Layers, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import { distanceWords } from '../shown/match-labels.ts';
import { ComparedFigure } from './compared-figure.tsx';
import { useLargePicture } from './use-large-picture.ts';
import { useStage } from './use-stage.ts';
import type { Size, View } from './view.ts';
import styles from './viewer.module.css';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerRoom } from './viewer-picture.tsx';

/** Decisions and the next item; those that this person may not make are left out. */
export type ComparedWays = Partial<Record<'pass' | 'fail' | 'next' | 'undo', () => void>>;

type ComparedProps = {
  media: MediaUpload;
  match: KnownMatch;
  startsHidden: boolean;
  onClose: () => void;
  /** Back to the picture alone. */
  onSingle: () => void;
  /** What the keys of the page do here too. */
  ways: ComparedWays;
  /** What was decided, or who holds it. */
  said: string | null;
};

/** The picture and the known one that it looks like, side by side or one over the other. Both are moved and zoomed together. */
export function Compared({ media, match, startsHidden, onClose, onSingle, ways, said }: ComparedProps) {
  const [isOver, setOver] = useState(false);
  const [opacity, setOpacity] = useState(0.5);
  const [mirrored, setMirrored] = useState(match.mirrored);
  const stage = useRef<HTMLDivElement>(null);
  const { picture, view, room, bar } = useStage(media, stage, {
    mirror: () => setMirrored(!mirrored),
    compare: onSingle,
    reveal: () => {
      const veils = stage.current?.querySelectorAll<HTMLButtonElement>('[data-reveals]') ?? [];
      for (const veil of veils) veil.click();
    },
    ...ways,
  });
  return (
    <div className={styles.dark} data-theme="dark">
      <ViewerBar {...bar} onClose={onClose}>
        <Button kind="ghost" onClick={onSingle}>
          <Icon of={Square} />
          Single
        </Button>
        <Button kind="ghost" aria-pressed={!isOver} onClick={() => setOver(false)}>
          <Icon of={Columns2} />
          Side by side
        </Button>
        <Button kind="ghost" aria-pressed={isOver} onClick={() => setOver(true)}>
          <Icon of={Layers} />
          Overlay
        </Button>
        <Button kind="ghost" aria-pressed={mirrored} onClick={() => setMirrored(!mirrored)}>
          <Icon of={FlipHorizontal2} />
          Mirror
        </Button>
      </ViewerBar>
      <div ref={stage} className={`${styles.stage} ${styles.pair}${isOver ? ` ${styles.over}` : ''}`}>
        <ComparedFigure media={media} picture={picture} startsHidden={startsHidden} room={room} view={view} title="This upload">
          {media.width && media.height ? `${media.width} × ${media.height} · ` : ''}
          <Time at={media.createdAt} as="dateTime" />
        </ComparedFigure>
        <Known match={match} room={room} view={view} mirrored={mirrored} opacity={isOver ? opacity : 1} />
      </div>
      <div className={styles.foot}>
        {isOver ? (
          <label className="row">
            Known picture
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(opacity * 100)}
              onChange={(event) => setOpacity(Number(event.target.value) / 100)}
            />
          </label>
        ) : null}
        <p role="status" className="strong">
          {said}
        </p>
        <p className="not-on-phones" aria-hidden="true">
          <kbd>+</kbd> <kbd>-</kbd> zoom both <kbd>M</kbd> mirror <kbd>R</kbd> reveal{' '}
          {ways.pass ? (
            <>
              <kbd>P</kbd> pass <kbd>F</kbd> fail{' '}
            </>
          ) : null}
          <kbd>J</kbd> next <kbd>C</kbd> single <kbd>Esc</kbd> close
        </p>
      </div>
    </div>
  );
}

type KnownProps = { match: KnownMatch; room: Size; view: View; mirrored: boolean; opacity: number };

/** The known picture, or why there is nothing of it to see. */
function Known({ match, ...look }: KnownProps) {
  const known = useQuery(mediaItemQuery(match.media_id));
  if (known.data && !isMissing(known.error) && hasPicture(known.data))
    return <KnownFigure media={known.data} match={match} {...look} />;
  return (
    <figure className={styles.figure}>
      <ViewerRoom>
        <div className={styles.blank} role="status">
          {known.isPending ? <Spinner /> : null}
          {known.isError && !isMissing(known.error) ? (
            <LoadFault title="Failed to load the known picture" query={known} />
          ) : (
            <p>{blankWords(known.isPending, known.data)}</p>
          )}
        </div>
      </ViewerRoom>
      <KnownCaption match={match} />
    </figure>
  );
}

const hasPicture = (media: MediaUpload) =>
  !isOutOfSight(media) && (media.signedThumbnailUrl !== null || media.signedDisplayUrl !== null);

function blankWords(isPending: boolean, media: MediaUpload | undefined): string {
  if (isPending) return 'Loading the known picture';
  if (media?.withheld) return 'Withheld by the operator';
  if (media?.withheld_for) return 'Hidden during your break';
  return media ? 'No preview' : 'The known item was deleted. Only its hash is left.';
}

function KnownFigure({ media, match, ...look }: KnownProps & { media: MediaUpload }) {
  const picture = useLargePicture(media);
  return (
    <ComparedFigure media={media} picture={picture} startsHidden title="Known picture" {...look}>
      <MatchFacts match={match} />
    </ComparedFigure>
  );
}

const KnownCaption = ({ match }: { match: KnownMatch }) => (
  <figcaption className={styles.caption}>
    <b>Known picture</b>
    <span className="grow">
      <MatchFacts match={match} />
    </span>
  </figcaption>
);

const MatchFacts = ({ match: { list, decided_at, distance, mirrored } }: { match: KnownMatch }) => (
  <>
    {list === 'block' ? 'failed' : 'passed'} <Time at={decided_at} as="date" /> · {distanceWords(distance)}
    {mirrored ? ', seen in a mirror' : ''}
  </>
);
