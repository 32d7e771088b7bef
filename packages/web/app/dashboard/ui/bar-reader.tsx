import { type PointerEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { barAt, barWords, type Part, type Parts, partAt } from './bar-words.ts';
import styles from './readable-bars.module.css';
import { type Bar, ticksFor } from './stacked-bars.tsx';

/** The bar that is read, the part of it that a pointer is on, and whether that is a finger. */
export type Read = { at: number; part: Part | null; isTouched?: boolean };

type BarReaderProps = {
  bars: readonly Bar[];
  parts: Parts;
  start: number | 'newest' | undefined;
  /** The bar that is read. */
  at: number | null;
  onRead: (read: Read | null | ((before: Read | null) => Read | null)) => void;
  /** Where the bar that is read leads, by its parts; null = this chart leads nowhere. */
  lists: readonly { part: Part; to: string }[] | null;
};

/** The value at the upper end of the axis. */
const largestTick = (bars: readonly Bar[]) => ticksFor(Math.max(0, ...bars.map(({ lower, upper }) => lower + upper))).at(-1) ?? 1;

/** A slider over the bars, one step a bar. Enter and a click open the list of the bar. */
export function BarReader({ bars, parts, start, at, onRead, lists }: BarReaderProps) {
  const id = useId();
  const navigate = useNavigate();
  const slider = useRef<HTMLInputElement>(null);
  // The browser's own dragging counts from the middle of the ends, so it would read the bar beside.
  const pressed = useRef<number | null>(null);
  const begin = useEffectEvent(() => {
    const box = slider.current?.getBoundingClientRect();
    // Of two drawings the window shows one.
    if (start === undefined || !box?.width) return;
    if (start === 'newest') return slider.current?.focus();
    const first = barAt((start - box.left) / box.width, bars.length);
    if (first !== null) onRead({ at: first, part: null });
  });
  useEffect(() => begin(), []);
  const last = bars.length - 1;
  const bar = bars[at ?? last];
  if (!bar) return null;
  /** Reads what is under the pointer. */
  const onPointer = ({ clientX, clientY, currentTarget, pointerType }: PointerEvent<HTMLInputElement>): Read | null => {
    const box = currentTarget.getBoundingClientRect();
    const under = barAt((clientX - box.left) / box.width, bars.length);
    const its = under === null ? undefined : bars[under];
    if (under === null || !its) return null;
    const read = {
      at: under,
      part: partAt(its, ((box.bottom - clientY) / box.height) * largestTick(bars)),
      isTouched: pointerType === 'touch',
    };
    onRead(read);
    return read;
  };
  const open = (part: Part | null | undefined) => {
    const list = lists?.find((one) => one.part === part);
    if (list) void navigate(list.to);
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
        data-leads={Boolean(lists?.length) || undefined}
        aria-label="Bars of the chart"
        aria-valuetext={barWords(bar, parts)}
        aria-describedby={lists ? id : undefined}
        min={0}
        max={last}
        step={1}
        value={at ?? last}
        onChange={({ target }) => {
          if (pressed.current === null) onRead({ at: target.valueAsNumber, part: null });
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') open(lists?.[0]?.part);
        }}
        onFocus={() => onRead((before) => before ?? { at: last, part: null })}
        onPointerDown={(event) => {
          pressed.current = onPointer(event)?.at ?? -1;
        }}
        onPointerMove={onPointer}
        onPointerUp={(event) => {
          const [from, on] = [pressed.current, onPointer(event)];
          pressed.current = null;
          // A finger reads; the link beside the values is for it. A drag reads too.
          if (event.pointerType !== 'touch' && event.button === 0 && on?.at === from) open(on?.part);
        }}
        onPointerCancel={() => {
          pressed.current = null;
        }}
      />
      {lists ? (
        <span hidden id={id}>
          Press Enter to open the list of this bar.
        </span>
      ) : null}
    </>
  );
}
