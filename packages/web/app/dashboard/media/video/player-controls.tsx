import { StepBack, StepForward } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import { useShortcuts } from '../decide/use-shortcuts.ts';
import type { Position } from './use-position.ts';
import styles from './video.module.css';

const speeds = [0.5, 1, 1.5, 2];

type PlayerControlsProps = { element: RefObject<HTMLVideoElement | null>; position: Position };

/** What the browser's own controls lack on some systems: single frames, and the speed in sight. */
export function PlayerControls({ element, position: { step } }: PlayerControlsProps) {
  const [speed, setSpeed] = useState(1);
  useShortcuts({ nextFrame: () => step(1), previousFrame: () => step(-1) });
  const choose = (rate: number) => {
    setSpeed(rate);
    if (!element.current) return;
    element.current.playbackRate = rate;
    // A file that is loaded once more begins with this one.
    element.current.defaultPlaybackRate = rate;
  };
  return (
    <div className={styles.controls}>
      <Button size="small" onClick={() => step(-1)}>
        <Icon of={StepBack} />
        Frame back
      </Button>
      <Button size="small" onClick={() => step(1)}>
        <Icon of={StepForward} />
        Frame on
      </Button>
      <fieldset className={segmentsStyles.segments} data-slot="segments" aria-label="Speed">
        {speeds.map((rate) => (
          <button key={rate} type="button" aria-pressed={rate === speed} onClick={() => choose(rate)}>
            {rate}×
          </button>
        ))}
      </fieldset>
    </div>
  );
}
