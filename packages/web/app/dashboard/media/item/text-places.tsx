import type { MediaUpload } from '@clearframe/contract';
import { type KeyboardEvent, type MouseEvent as ReactMouseEvent, useId, useState } from 'react';
import { placedLines } from './placed-lines.ts';
import styles from './text-places.module.css';

type TextPlacesProps = {
  media: MediaUpload;
  hits: ReadonlySet<string>;
  /** Whether all places are outlined, not only the one that is pointed at. */
  outlined: boolean;
  /** What a click on the picture does. */
  onOpen: () => void;
};

/** Where the lines that were read are, over the print. The one that is pointed at, or chosen by arrow keys, shows its words. */
export function TextPlaces({ media, hits, outlined, onOpen }: TextPlacesProps) {
  const { width, height } = media;
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const lines = placedLines(media);
  if (!width || !height || lines.length === 0) return null;
  const last = lines.length - 1;
  const current = at === null ? undefined : lines[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const before = at ?? 0;
    const steps: Record<string, number | null> = {
      ArrowRight: Math.min(before + 1, last),
      ArrowDown: Math.min(before + 1, last),
      ArrowLeft: Math.max(before - 1, 0),
      ArrowUp: Math.max(before - 1, 0),
      Home: 0,
      End: last,
      ...(at !== null && { Escape: null }),
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(next);
  };
  // A finger has nothing to hover with: its first press reads the words.
  const onClick = (index: number) => (event: ReactMouseEvent) => {
    if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse') onOpen();
    else setAt(index === at ? null : index);
  };
  return (
    <>
      <div
        className={`${styles.textPlaces}${outlined ? '' : ` ${styles.quiet}`}`}
        data-slot="text-places"
        role="listbox"
        aria-label="Text in the picture"
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        tabIndex={0}
        onFocus={({ currentTarget }) => {
          // A press chooses its own line.
          if (currentTarget.matches(':focus-visible')) setAt((before) => before ?? 0);
        }}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${width} ${height}`} role="presentation">
          {lines.map((line, index) => {
            const points = line.corners.map(({ x, y }) => `${x * width},${y * height}`).join(' ');
            const isHit = hits.has(line.text);
            const isCurrent = index === at;
            return (
              <g
                key={points}
                id={`${id}-${index}`}
                role="option"
                aria-label={line.text}
                aria-selected={isCurrent}
                className={[isHit && styles.hit, isCurrent && styles.current].filter(Boolean).join(' ') || undefined}
                data-slot={isHit ? 'text-places-hit' : 'text-places-line'}
                onPointerEnter={({ pointerType }) => {
                  if (pointerType === 'mouse') setAt(index);
                }}
                onPointerLeave={({ pointerType }) => {
                  if (pointerType === 'mouse') setAt(null);
                }}
                onClick={onClick(index)}
              >
                <polygon className={styles.under} points={points} />
                <polygon className={styles.over} points={points} />
              </g>
            );
          })}
        </svg>
      </div>
      {current ? (
        <p className={styles.words} data-slot="text-places-words" dir="auto" aria-hidden="true">
          {current.text}
        </p>
      ) : null}
    </>
  );
}
