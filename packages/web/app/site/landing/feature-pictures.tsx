import { Clock } from 'lucide-react';
import balloon from '../../shared/assets/img/balloon.webp';
import chips from '../../shared/assets/img/chips.webp';
import wine from '../../shared/assets/img/wine.webp';
import { Badge, StateBadge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Shot } from '../../shared/ui/veil.tsx';
import styles from './landing.module.css';

const queue = [
  { src: chips, alt: 'Casino chips', title: 'Casino chips', veiled: true },
  { src: balloon, alt: 'A balloon over hills', title: 'Balloon ride', veiled: false },
  { src: wine, alt: 'A bottle of wine', title: 'Cellar red', veiled: true },
];

/** Three items of a review queue. */
export function QueuePicture() {
  return (
    <ul className={`${styles.picture} ${styles.three}`}>
      {queue.map(({ title, ...shot }) => (
        <li key={title}>
          <Shot {...shot} pill={false} />
          <b>{title}</b>
          <StateBadge state={shot.veiled ? 'flagged' : 'review'} />
        </li>
      ))}
    </ul>
  );
}

/** Drawn, not measured: heights out of 100 of the seconds of a clip. */
const seconds = [8, 19, 12, 9, 12, 15, 7, 13, 11, 9, 18, 12, 9, 17, 9, 7, 83, 84, 92, 83, 15, 16, 8, 4, 15, 11, 13, 5, 14, 8];
const flagFrom = 70;

/** A strip of scores, the flagged seconds of which stand out. */
export function SecondsPicture() {
  return (
    <figure className={styles.picture}>
      <svg
        viewBox={`0 0 ${seconds.length * 10} 100`}
        role="img"
        aria-label="A drawn example: four seconds of a clip cross the flag limit"
      >
        <line className={styles.limit} x1="0" x2={seconds.length * 10} y1={100 - flagFrom} y2={100 - flagFrom} />
        {seconds.map((height, second) => (
          <rect
            key={String(second)}
            className={height >= flagFrom ? styles.over : styles.under}
            x={second * 10 + 1}
            y={100 - height}
            width="8"
            height={height}
          />
        ))}
      </svg>
      <figcaption>A drawn example. The line is the flag limit.</figcaption>
    </figure>
  );
}

/** A picture and its mirrored copy. */
export function CopyPicture() {
  return (
    <ul className={`${styles.picture} ${styles.two}`}>
      <li>
        <Shot src={chips} alt="The first upload" />
        <b>First upload</b>
        <StateBadge state="failed" />
      </li>
      <li className={styles.mirrored}>
        <Shot src={chips} alt="A mirrored copy" />
        <b>Mirrored copy</b>
        <Badge look="info">Known picture</Badge>
      </li>
    </ul>
  );
}

/** Drawn, not measured: how scores of an account may be spread. */
const spread = [96, 70, 44, 30, 20, 14, 10, 8, 7, 6, 5, 5, 4, 4, 5, 6, 8, 11, 15, 20];

/** Scores with the two limits on them. */
export function LimitPicture() {
  return (
    <figure className={styles.picture}>
      <svg viewBox="0 0 200 108" role="img" aria-label="A drawn example: scores with a review limit and a flag limit">
        {spread.map((height, place) => (
          <rect key={String(place)} className={styles.under} x={place * 10 + 1} y={100 - height} width="8" height={height} />
        ))}
        <line className={styles.limit} x1="100" x2="100" y1="0" y2="100" />
        <circle className={styles.handle} cx="100" cy="100" r="5" />
        <line className={styles.limit} x1="140" x2="140" y1="0" y2="100" />
        <rect className={styles.handle} x="135" y="95" width="10" height="10" />
      </svg>
      <figcaption>A drawn example. Circle: review limit. Square: flag limit.</figcaption>
    </figure>
  );
}

/** Drawn, not measured: a share in percent and its range. */
const shares = [
  { label: 'Explicit', share: 92, from: 86, to: 96 },
  { label: 'Keywords', share: 71, from: 63, to: 78 },
  { label: 'Known', share: 98, from: 94, to: 99 },
];

/** Bars with their ranges. */
export function QualityPicture() {
  return (
    <figure className={styles.picture}>
      <svg viewBox="0 0 260 78" role="img" aria-label="A drawn example: confirmed flags by cause, each bar with its range">
        {shares.map(({ label, share, from, to }, row) => (
          <g key={label} transform={`translate(0 ${row * 26})`}>
            <text x="0" y="15">
              {label}
            </text>
            <rect className={styles.under} x="58" y="5" width={share * 2} height="12" />
            <line className={styles.range} x1={58 + from * 2} x2={58 + to * 2} y1="11" y2="11" />
          </g>
        ))}
      </svg>
      <figcaption>A drawn example. The line across each bar is its 95% range.</figcaption>
    </figure>
  );
}

/** A notice of a rights holder, as the list of open ones shows it. */
export function NoticePicture() {
  return (
    <figure className={styles.picture}>
      <div className={styles.notice}>
        <b>Rights holder · counterfeit</b>
        <span>
          <Icon of={Clock} />
          47 h left
        </span>
      </div>
      <p>Three copies were found. The statement of reasons is ready.</p>
      <figcaption>A drawn example.</figcaption>
    </figure>
  );
}
