import { ImageUp, Link2 } from 'lucide-react';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from '../ui/segments.module.css';
import type { UploadMode } from './use-selection.ts';

const modes = [
  { mode: 'file', word: 'File', icon: ImageUp },
  { mode: 'url', word: 'URL', icon: Link2 },
] as const;

type ModeSwitchProps = { mode: UploadMode; locked: boolean; onMode: (mode: UploadMode) => void };

/** File or URL. */
export function ModeSwitch({ mode, locked, onMode }: ModeSwitchProps) {
  return (
    <fieldset className={styles.segments} data-slot="segments" aria-label="Upload mode" disabled={locked}>
      {modes.map((choice) => (
        <button key={choice.mode} type="button" aria-pressed={choice.mode === mode} onClick={() => onMode(choice.mode)}>
          <Icon of={choice.icon} />
          {choice.word}
        </button>
      ))}
    </fieldset>
  );
}
