import type { KnownMatch, MediaUpload } from '@clearframe/contract';
import { Columns2, Eye, EyeOff } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { DialogFrame } from '../../ui/dialog/dialog.tsx';
import { Compared, type ComparedWays } from './compared.tsx';
import { useHiding } from './use-hiding.ts';
import { useStage } from './use-stage.ts';
import styles from './viewer.module.css';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerImage, ViewerRoom } from './viewer-picture.tsx';

type ViewerProps = {
  media: MediaUpload;
  open: boolean;
  onClose: () => void;
  /** Whether it is hidden on the page from which it is opened. */
  isHidden: () => boolean;
  /** The known picture that it looks like, where there is an item to compare it with. */
  match: KnownMatch | null;
  compares: boolean;
  onCompare: (compares: boolean) => void;
  /** What keys do while two pictures are compared. */
  ways: ComparedWays;
  said: string | null;
};

/** The picture as large as the window, to be looked at closely, alone or beside the known one. */
export function Viewer({ media, open, onClose, isHidden, match, compares, onCompare, ways, said }: ViewerProps) {
  const isPair = compares && match !== null;
  const title = isPair ? `Compare: ${titleOf(media)}` : `Large picture: ${titleOf(media)}`;
  const shared = { media, onClose, startsHidden: isHidden() };
  return (
    <DialogFrame open={open} onClose={onClose} title={title} look={styles.viewer}>
      {isPair ? (
        <Compared key={media.id} match={match} onSingle={() => onCompare(false)} ways={ways} said={said} {...shared} />
      ) : (
        <Opened key={media.id} onCompare={match ? () => onCompare(true) : null} {...shared} />
      )}
    </DialogFrame>
  );
}

type OpenedProps = { media: MediaUpload; onClose: () => void; startsHidden: boolean; onCompare: (() => void) | null };

function Opened({ media, onClose, startsHidden, onCompare }: OpenedProps) {
  const { canHide, hidden, toggle, said, ...shown } = useHiding(media, startsHidden);
  const stage = useRef<HTMLDivElement>(null);
  const { picture, view, room, bar } = useStage(media, stage, {
    ...(canHide && { reveal: () => void toggle() }),
    ...(onCompare && { compare: onCompare }),
  });
  return (
    <div className={styles.dark} data-theme="dark">
      <ViewerBar {...bar} onClose={onClose}>
        {onCompare ? (
          <Button kind="ghost" onClick={onCompare}>
            <Icon of={Columns2} />
            Compare
          </Button>
        ) : null}
        {canHide ? (
          <Button onClick={() => void toggle()}>
            <Icon of={hidden ? Eye : EyeOff} />
            {hidden ? 'Reveal' : 'Hide'}
          </Button>
        ) : null}
      </ViewerBar>
      <div ref={stage} className={styles.stage}>
        <ViewerRoom>
          <ViewerImage src={picture.src} size={picture.size} room={room} view={view} {...shown} />
        </ViewerRoom>
      </div>
      <div className={styles.foot}>
        <span className="visually-hidden" role="status">
          {said}
        </span>
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
