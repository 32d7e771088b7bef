import type { Threshold } from '@clearframe/contract';
import styles from './dual-track.module.css';
import { LimitHandle } from './limit-handle.tsx';
import { limitText } from './limit-words.ts';
import { barShape } from './score-bars.ts';

type DualTrackProps = {
  /** The category. */
  label: string;
  limit: Threshold;
  /** The highest that may be saved. */
  most: { review: number; flag: number };
  /** Scores by hundredths; undefined = none are known. */
  counts: readonly number[] | undefined;
  readOnly: boolean;
  onChange: (limit: Threshold) => void;
};

/** Closer than this, two captions would cover each other. */
const close = 0.16;

const percent = (value: number) => `${value * 100}%`;

/** A category's scores as bars over one track, with a handle for each limit that is on. */
export function DualTrack({ label, limit, most, counts, readOnly, onChange }: DualTrackProps) {
  const { review, flag } = limit;
  const isWrong = review !== null && flag !== null && flag < review;
  const reviewTo = flag === null || isWrong ? most.review : Math.min(most.review, flag);
  return (
    <div className={styles.dual}>
      {counts ? (
        <div className={styles.bars} style={{ clipPath: barShape(counts) }} aria-hidden="true">
          <Zones limit={limit} />
        </div>
      ) : null}
      <div className={styles.track}>
        <Zones limit={limit} />
        {review === null ? null : (
          <LimitHandle
            which="review"
            label={`${label}: review from`}
            value={review}
            min={0}
            max={Math.max(review, reviewTo)}
            readOnly={readOnly}
            isOnTop={review === flag && review >= most.flag}
            onChange={(value) => onChange({ ...limit, review: value })}
          />
        )}
        {flag === null ? null : (
          <LimitHandle
            which="flag"
            label={`${label}: flag from`}
            value={flag}
            min={isWrong || review === null ? 0 : review}
            max={Math.max(flag, most.flag)}
            readOnly={readOnly}
            isOnTop={false}
            onChange={(value) => onChange({ ...limit, flag: value })}
          />
        )}
      </div>
      <Captions {...limit} />
    </div>
  );
}

/** From where a person looks, and from where it is flagged. */
function Zones({ limit: { review, flag } }: { limit: Threshold }) {
  const until = flag === null ? 1 : flag;
  return (
    <>
      {review !== null && review < until ? (
        <i className={styles.reviewed} style={{ left: percent(review), right: percent(1 - until) }} />
      ) : null}
      {flag === null ? null : <i className={styles.flagged} style={{ left: percent(flag) }} />}
    </>
  );
}

/** Around its place, and inside the track. */
const around = (value: number) => ({ left: `clamp(var(--room), ${percent(value)}, 100% - var(--room))` });

/** What each handle is and where, below it. Sliders say the same to a screen reader. */
function Captions({ review, flag }: Threshold) {
  const limits = [review, flag].filter((limit) => limit !== null);
  const isClose = review !== null && flag !== null && Math.abs(flag - review) < close;
  return (
    <div className={styles.captions} aria-hidden="true">
      {limits.every((limit) => limit >= 0.12) ? <span className={styles.first}>0</span> : null}
      {isClose ? (
        <span className={`${styles.caption} ${styles.both}`} style={around((review + flag) / 2)}>
          <Caption word="review" value={review} /> <Caption word="flag" value={flag} />
        </span>
      ) : (
        <>
          {review === null ? null : (
            <span className={styles.caption} style={around(review)}>
              <Caption word="review" value={review} />
            </span>
          )}
          {flag === null ? null : (
            <span className={styles.caption} style={around(flag)}>
              <Caption word="flag" value={flag} />
            </span>
          )}
        </>
      )}
      {limits.every((limit) => limit <= 0.88) ? <span className={styles.last}>1</span> : null}
    </div>
  );
}

function Caption({ word, value }: { word: 'review' | 'flag'; value: number }) {
  return (
    <span className={word === 'flag' ? styles.ofFlag : styles.ofReview}>
      <span className={styles.word}>{word} </span>
      {limitText(value)}
    </span>
  );
}
