import type { MediaUpload } from '@clearframe/contract';
import { Eye, EyeOff, Maximize, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { useVeilLook } from '../../../shared/media/veil-look.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { titleOf, verdictOf } from '../../../shared/verdict/verdict.ts';
import { DialogFrame } from '../../ui/dialog/dialog.tsx';
import { useLargePicture } from './use-large-picture.ts';
import { useView } from './use-view.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { fitScale } from './view.ts';
import styles from './viewer.module.css';
import { ViewerPicture } from './viewer-picture.tsx';

type ViewerProps = {
  media: MediaUpload;
  open: boolean;
  onClose: () => void;
  /** Whether it is hidden on the page from which it is opened. */
  isHidden: () => boolean;
};

/** The picture as large as the window, to be looked at closely. */
export function Viewer({ media, open, onClose, isHidden }: ViewerProps) {
  return (
    <DialogFrame open={open} onClose={onClose} title={`Large picture: ${titleOf(media)}`} look={styles.viewer}>
      <Opened key={media.id} media={media} onClose={onClose} startsHidden={isHidden()} />
    </DialogFrame>
  );
}

type OpenedProps = { media: MediaUpload; onClose: () => void; startsHidden: boolean };

function Opened({ media, onClose, startsHidden }: OpenedProps) {
  const look = useVeilLook();
  const flagged = verdictOf(media) === 'flagged';
  const [revealed, setRevealed] = useState(!startsHidden);
  const canHide = flagged && look === 'blur';
  const hidden = canHide && !revealed;
  const stage = useRef<HTMLDivElement>(null);
  const picture = useLargePicture(media);
  const { view, room, ...move } = useView(stage, picture.size);
  const scale = fitScale(picture.size, room, view.turns);
  const percent = Math.round(scale * view.zoom * 100);
  const fits = view.zoom === 1;
  const showOwnSize = () => move.ownSize(scale);
  useViewerKeys(
    {
      zoom: fits ? showOwnSize : move.fit,
      zoomIn: move.zoomIn,
      zoomOut: move.zoomOut,
      fit: move.fit,
      turn: move.turn,
      ...(canHide && { reveal: () => setRevealed(!revealed) }),
    },
    (key) => {
      const way = move.pan[key];
      if (way) move.panBy(...way);
      return way !== undefined;
    },
  );
  return (
    <div className={styles.dark} data-theme="dark">
      <div className={styles.bar}>
        <p className={`${styles.title} truncate`} dir="auto" aria-hidden="true">
          {titleOf(media)}
        </p>
        <Button kind="ghost" icon aria-label="Zoom out" onClick={move.zoomOut}>
          <Icon of={ZoomOut} />
        </Button>
        <output className={`${styles.percent} figures`} aria-label="Zoom">
          {percent}%
        </output>
        <Button kind="ghost" icon aria-label="Zoom in" onClick={move.zoomIn}>
          <Icon of={ZoomIn} />
        </Button>
        <Button kind="ghost" aria-pressed={percent === 100} onClick={showOwnSize}>
          100%
        </Button>
        <Button kind="ghost" aria-pressed={fits} onClick={move.fit}>
          <Icon of={Maximize} />
          Fit
        </Button>
        <Button kind="ghost" onClick={move.turn}>
          <Icon of={RotateCw} />
          Turn
        </Button>
        {canHide ? (
          <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            <Icon of={revealed ? EyeOff : Eye} />
            {revealed ? 'Hide' : 'Reveal'}
          </Button>
        ) : null}
        <Button onClick={onClose}>
          <Icon of={X} />
          Close
        </Button>
      </div>
      <div ref={stage} className={styles.stage}>
        <ViewerPicture
          src={picture.src}
          alt={hidden ? 'Hidden: flagged media' : titleOf(media)}
          size={picture.size}
          room={room}
          view={view}
          look={hidden ? 'hidden' : flagged && look === 'grey' ? 'grey' : 'clear'}
        />
      </div>
      <div className={styles.foot}>
        {picture.state === 'loading' ? (
          <p role="status" className="row">
            <Spinner /> Loading the large copy
          </p>
        ) : null}
        {picture.state === 'failed' ? (
          <p role="alert" className="row wrap">
            Could not load the large copy.
            <Button size="small" onClick={picture.retry}>
              Try again
            </Button>
          </p>
        ) : null}
        <p className="not-on-phones" aria-hidden="true">
          <kbd>Z</kbd> 100% or fit <kbd>+</kbd> <kbd>-</kbd> zoom <kbd>T</kbd> turn <kbd>←</kbd> <kbd>→</kbd> move <kbd>Esc</kbd>{' '}
          close
        </p>
      </div>
    </div>
  );
}
