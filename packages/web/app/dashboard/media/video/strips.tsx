import type { VideoSecond } from '@clearframe/contract';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { clockOf } from '../../../shared/media/clock-of.ts';
import { type Column, columnsOf, type Hit, type Lane, reasonOf, secondsWord } from './timeline.ts';
import type { Position } from './use-position.ts';
import styles from './video.module.css';

/** How wide an element is on the screen, in CSS pixels; `initial` until it was measured. */
function useWidth<T extends Element>(initial: number): { ref: RefObject<T | null>; width: number } {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

const height = 30;
/** Narrower ones could not be told apart. */
const columnWidthMin = 3;

type StripsProps = {
  seconds: readonly VideoSecond[];
  total: number;
  lanes: readonly Lane[];
  hits: readonly Hit[];
  position: Position;
};

/**
 * A strip for each category: the higher a column, the higher the score; flagged ones are hatched. However long the video is,
 * there are no more columns than the screen has room for. One slider lies over all of them.
 */
export function Strips({ seconds, total, lanes, hits, position: { second, seek } }: StripsProps) {
  const { ref, width } = useWidth<HTMLDivElement>(600);
  const at = ((second + 0.5) / total) * width;
  const hit = hits.find(({ from, to }) => from <= second && second <= to);
  return (
    <div className={styles.strips} ref={ref}>
      <svg className={styles.hatch} aria-hidden="true">
        <pattern id="second-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.hatchGround} width="5" height="5" />
          <rect className={styles.hatchLine} width="2.6" height="5" />
        </pattern>
      </svg>
      {lanes.map((lane) => (
        <div key={lane.category} className={styles.lane}>
          <p>
            <b>{lane.label}</b> <span className="dim">{laneWords(lane)}</span>
          </p>
          <Strip seconds={seconds} total={total} lane={lane} width={width} at={at} />
        </div>
      ))}
      <input
        type="range"
        className={styles.slider}
        aria-label="Second of the video"
        aria-valuetext={`${clockOf(second)} of ${clockOf(total)}${hit ? `, flagged: ${reasonOf(hit)}` : ''}`}
        min={0}
        max={Math.max(0, total - 1)}
        step={1}
        value={second}
        onChange={({ target }) => seek(target.valueAsNumber)}
      />
      <p className={styles.ends}>
        <span>{clockOf(0)}</span>
        <span>{clockOf(total)}</span>
      </p>
    </div>
  );
}

/** The same in words. */
const laneWords = ({ peak, peakAt, flaggedSeconds }: Lane): string =>
  `highest ${peak.toFixed(2)} at ${clockOf(peakAt)}${flaggedSeconds > 0 ? `, ${secondsWord(flaggedSeconds)} flagged` : ''}`;

type StripProps = { seconds: readonly VideoSecond[]; total: number; lane: Lane; width: number; at: number };

function Strip({ seconds, total, lane, width, at }: StripProps) {
  const columns = useMemo(
    () => columnsOf(seconds, lane, total, Math.max(1, Math.floor(width / columnWidthMin))),
    [seconds, lane, total, width],
  );
  return (
    <svg className={styles.drawing} data-slot="video-drawing" width="100%" height={height} aria-hidden="true">
      <Columns columns={columns} width={width} />
      {lane.flagAt === null ? null : (
        <line className={styles.flagLine} x1="0" x2="100%" y1={height * (1 - lane.flagAt)} y2={height * (1 - lane.flagAt)} />
      )}
      <line className={styles.head} x1={at} x2={at} y1="0" y2={height} />
    </svg>
  );
}

/** Drawn apart from the head, which moves four times a second. */
function Columns({ columns, width }: { columns: readonly Column[]; width: number }) {
  const step = width / columns.length;
  const gap = step > 8 ? 2 : step > 4 ? 1 : 0;
  return columns.map(({ score, flagged }, index) => {
    const high = Math.max(score > 0 ? 1 : 0, score * height);
    const place = { x: index * step, y: height - high, width: Math.max(1, step - gap), height: high };
    const look = flagged
      ? { className: styles.flaggedColumn, 'data-slot': 'video-flagged-column' }
      : { className: styles.column };
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
    return <rect key={index} {...look} {...place} />;
  });
}
