import { Columns2, ZoomIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useReview } from '../decide/review-context.ts';
import styles from '../shown/media-detail.module.css';

type PictureToolsProps = { onZoom: () => void; onCompare?: (() => void) | undefined; children: ReactNode };

/** Below the picture: how it can be looked at, and its place at the end. A phone has no room for it, and opens the picture by a touch. */
export function PictureTools({ onZoom, onCompare, children }: PictureToolsProps) {
  const { shortcuts } = useReview();
  return (
    <div className={`${styles.tools} not-on-phones`}>
      <Button kind="ghost" size="small" onClick={onZoom}>
        <Icon of={ZoomIn} />
        Zoom
        {shortcuts ? <KeyHint>Z</KeyHint> : null}
      </Button>
      {onCompare ? (
        <Button kind="ghost" size="small" onClick={onCompare}>
          <Icon of={Columns2} />
          Compare
          {shortcuts ? <KeyHint>C</KeyHint> : null}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
