import type { MediaUpload } from '@clearframe/contract';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useHiding } from './use-hiding.ts';
import type { useLargePicture } from './use-large-picture.ts';
import type { Size, View } from './view.ts';
import styles from './viewer.module.css';
import { ViewerImage, ViewerRoom } from './viewer-picture.tsx';

type ComparedFigureProps = {
  media: MediaUpload;
  picture: ReturnType<typeof useLargePicture>;
  startsHidden: boolean;
  room: Size;
  view: View;
  mirrored?: boolean;
  opacity?: number;
  title: string;
  /** What is known of it. */
  children: ReactNode;
};

/** One of two pictures that are compared, with its own veil. */
export function ComparedFigure({ media, picture, startsHidden, title, children, ...shown }: ComparedFigureProps) {
  const { canHide, hidden, toggle, said, ...look } = useHiding(media, startsHidden);
  return (
    <figure className={styles.figure}>
      <ViewerRoom>
        <ViewerImage src={picture.src} size={picture.size} {...shown} {...look} />
      </ViewerRoom>
      <figcaption className={styles.caption}>
        <b>{title}</b>
        <span className="grow">{children}</span>
        <span className="visually-hidden" role="status">
          {said}
        </span>
        {picture.state === 'failed' ? (
          <span role="alert" className="row wrap">
            Could not load the large copy.
            <Button size="small" onClick={picture.retry}>
              Try again
            </Button>
          </span>
        ) : null}
        {canHide ? (
          <Button size="small" data-reveals="" onClick={() => void toggle()}>
            <Icon of={hidden ? Eye : EyeOff} />
            {hidden ? 'Reveal' : 'Hide'} <span className="visually-hidden">{title.toLowerCase()}</span>
          </Button>
        ) : null}
      </figcaption>
    </figure>
  );
}
