import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { barAt, barWords, type Parts } from './bar-words.ts';
import styles from './readable-bars.module.css';
import { axis, type Bar, base, drawings, height, StackedBars, type StackedBarsProps, top } from './stacked-bars.tsx';

type ReadableBarsProps = StackedBarsProps & {
  parts: Parts;
  /** Where somebody pointed before the code came, in CSS pixels of the window; `newest` = they asked by its button. */
  start?: number | 'newest';
};

/** Bars whose values are read one after the other by pointer, touch and arrow keys. Apart, so that the first screen stays light. */
export function ReadableBars({ parts, start, ...chart }: ReadableBarsProps) {
  const { bars } = chart;
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null ? null : Math.min(chosen, bars.length - 1);
  const bar = at === null ? undefined : bars[at];
  return (
    <>
      <div className={styles.chart}>
        <StackedBars {...chart} />
        {drawings.map(({ shown, width }) => (
          <div key={width} className={`${styles.area} ${shown}`} style={areaOf(width)}>
            <Reader bars={bars} parts={parts} start={start} at={at} onRead={setChosen} />
          </div>
        ))}
      </div>
      {/* The slider says the same to a screen reader. */}
      <p className={`${styles.values} figures`} data-slot="chart-values" aria-hidden="true">
        {bar ? barWords(bar, parts) : 'Point at a bar, or focus the chart and press ← or →.'}
      </p>
    </>
  );
}

/** Where the bars of a drawing are that scales with the card. */
const areaOf = (width: number) => ({
  left: `${(axis / width) * 100}%`,
  top: `${(top / height) * 100}%`,
  bottom: `${(1 - base / height) * 100}%`,
});

type ReaderProps = {
  bars: readonly Bar[];
  parts: Parts;
  start: number | 'newest' | undefined;
  /** The bar that is read. */
  at: number | null;
  onRead: (at: number | null | ((before: number | null) => number | null)) => void;
};

/** A slider over the bars, one step a bar. */
function Reader({ bars, parts, start, at, onRead }: ReaderProps) {
  const slider = useRef<HTMLInputElement>(null);
  // The browser's own dragging counts from the middle of the ends, so it would read the bar beside.
  const isPointing = useRef(false);
  const begin = useEffectEvent(() => {
    const box = slider.current?.getBoundingClientRect();
    // Of two drawings the window shows one.
    if (start === undefined || !box?.width) return;
    if (start === 'newest') slider.current?.focus();
    else onRead(barAt((start - box.left) / box.width, bars.length));
  });
  useEffect(() => begin(), []);
  const last = bars.length - 1;
  const bar = bars[at ?? last];
  if (!bar) return null;
  const onPointer = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onRead(barAt((event.clientX - box.left) / box.width, bars.length));
  };
  const onEnd = () => {
    isPointing.current = false;
  };
  return (
    <>
      {at === null ? null : (
        <span className={styles.read} style={{ left: `${(at / bars.length) * 100}%`, width: `${100 / bars.length}%` }} />
      )}
      <input
        ref={slider}
        type="range"
        className={styles.reader}
        aria-label="Bars of the chart"
        aria-valuetext={barWords(bar, parts)}
        min={0}
        max={last}
        step={1}
        value={at ?? last}
        onChange={({ target }) => {
          if (!isPointing.current) onRead(target.valueAsNumber);
        }}
        onFocus={() => onRead((before) => before ?? last)}
        onBlur={() => onRead(null)}
        onPointerDown={(event) => {
          isPointing.current = true;
          onPointer(event);
        }}
        onPointerMove={onPointer}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') onRead(null);
        }}
      />
    </>
  );
}
