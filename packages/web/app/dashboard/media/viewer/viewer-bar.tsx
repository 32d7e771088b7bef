import { Maximize, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { useView } from './use-view.ts';
import styles from './viewer.module.css';

type ViewerBarProps = {
  title: string;
  percent: number;
  fits: boolean;
  move: Pick<ReturnType<typeof useView>, 'zoomIn' | 'zoomOut' | 'fit' | 'turn'>;
  onOwnSize: () => void;
  onClose: () => void;
  /** Buttons of its own, before the last one. */
  children?: ReactNode;
};

/** What the keys do, as buttons. */
export function ViewerBar({ title, percent, fits, move, onOwnSize, onClose, children }: ViewerBarProps) {
  return (
    <div className={styles.bar}>
      <p className={`${styles.title} truncate`} dir="auto" aria-hidden="true">
        {title}
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
      <Button kind="ghost" aria-pressed={percent === 100} onClick={onOwnSize}>
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
      {children}
      <Button onClick={onClose}>
        <Icon of={X} />
        Close
      </Button>
    </div>
  );
}
