import type { KeyboardEvent } from 'react';
import styles from './dual-track.module.css';
import { limitText } from './limit-words.ts';

/** Half of a handle: as far as it reaches over the place that it marks. */
const half = '0.75rem';

type LimitHandleProps = {
  /** Which limit: a circle or a square. */
  which: 'review' | 'flag';
  /** "Sexually explicit: review from". */
  label: string;
  value: number;
  /** As far as it may go, which the other handle can bound. */
  min: number;
  max: number;
  readOnly: boolean;
  /** Both handles are at one place, and only this one can leave it. */
  isOnTop: boolean;
  onChange: (value: number) => void;
};

const hundredth = (value: number) => Math.round(value * 100) / 100;

/** What a key does that the browser does otherwise, or not at all. */
function stepOf({ key, shiftKey }: KeyboardEvent): number {
  if (key === 'PageUp') return 0.1;
  if (key === 'PageDown') return -0.1;
  const step = shiftKey ? 0.1 : 0.01;
  if (key === 'ArrowRight' || key === 'ArrowUp') return step;
  return key === 'ArrowLeft' || key === 'ArrowDown' ? -step : 0;
}

/** One limit on the track: the browser's own slider, which covers as much of the track as the limit may have. */
export function LimitHandle({ which, label, value, min, max, readOnly, isOnTop, onChange }: LimitHandleProps) {
  const take = (wanted: number) => onChange(Math.min(max, Math.max(min, hundredth(wanted))));
  // Whole hundredths, or the browser would count its steps from a limit that was typed more exactly.
  const [first, last] = [Math.floor(min * 100 + 1e-9), Math.ceil(max * 100 - 1e-9)];
  return (
    <input
      type="range"
      className={`${styles.handle} ${which === 'flag' ? styles.square : styles.circle} ${isOnTop ? styles.onTop : ''}`}
      style={{ left: `calc(${first}% - ${half})`, width: `calc(${last - first}% + 2 * ${half})` }}
      aria-label={label}
      aria-valuetext={limitText(value)}
      min={first / 100}
      max={last / 100}
      step={0.01}
      disabled={readOnly}
      value={value}
      onChange={(event) => take(event.target.valueAsNumber)}
      onKeyDown={(event) => {
        const step = event.ctrlKey || event.metaKey || event.altKey ? 0 : stepOf(event);
        if (step === 0) return;
        event.preventDefault();
        take(value + step);
      }}
    />
  );
}
