import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, CircleDashed, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { Tag } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners, Shot } from '../../shared/ui/veil.tsx';
import scoreBarStyles from '../../shared/verdict/score-bar.module.css';
import { ScoreBar } from '../../shared/verdict/score-bar.tsx';
import { firstSample, TryDrop, TryFilm } from './choices.tsx';
import type { Outcome } from './outcome.ts';
import styles from './try-it.module.css';

const heads = {
  passed: { look: styles.pass, icon: CircleCheck, title: 'Passed content moderation' },
  failed: { look: styles.flag, icon: Flag, title: 'Failed content moderation' },
  unchecked: { look: styles.wait, icon: CircleDashed, title: 'Not checked' },
} as const;

/** "Violence, Gore and 13 more": the whole list stands below. */
const shortList = (labels: readonly string[]) =>
  labels.length > 4 ? `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more` : labels.join(', ');

/** A verdict in the length of the panel. */
export function TryOutcome({ outcome, children }: { outcome: Outcome; children?: ReactNode }) {
  const head = heads[outcome.verdict];
  return (
    <>
      <div role="status" className={styles.words}>
        <h2 className={head.look}>
          <Icon of={head.icon} large />
          {head.title}
        </h2>
        <p>{outcome.reason}</p>
        {outcome.words.length > 0 ? (
          <p className="row wrap">
            {outcome.words.map((word) => (
              <Tag key={word} look="forbidden">
                {word}
              </Tag>
            ))}
          </p>
        ) : null}
      </div>
      {outcome.rows.length > 0 ? (
        <div className={scoreBarStyles.scores}>
          {outcome.rows.map(({ category, label, score, flagAt, mark }) => (
            <ScoreBar key={category} label={label} score={score} flagAt={flagAt} flagged={mark === 'flagged'} />
          ))}
        </div>
      ) : null}
      <dl className={styles.coverage} data-slot="try-coverage">
        {outcome.groups.map(({ title, labels }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{shortList(labels)}</dd>
          </div>
        ))}
      </dl>
      {children}
      <p className={styles.facts}>
        {outcome.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </>
  );
}

/** The frame before anybody chooses a picture, and the one of a verdict. */
export const SampleFrame = () => <Shot src={firstSample.src} alt={firstSample.alt} eager />;
export const VerdictFrame = ({ media }: { media: MediaUpload }) => <MediaShot key={media.id} media={media} size="display" />;

type TryBenchProps = {
  frame: ReactNode;
  /** What the panel beside the frame says. */
  children: ReactNode;
  /** Name of the sample in the frame; empty for a picture of the visitor's own. */
  current: string;
  fault?: string | null;
  onFile?: (file: File) => void;
  onSample?: (src: string, name: string) => void;
};

/** Drop target, frame, verdict and film: the same places whatever is shown in them, so that nothing moves. */
export function TryBench({ frame, children, current, fault = null, onFile, onSample }: TryBenchProps) {
  return (
    <>
      <div className={styles.bench}>
        <TryDrop fault={fault} {...(onFile && { onFile })} />
        <div className={`frame ${styles.frame}`}>
          {frame}
          <Corners />
        </div>
        <div className={styles.out}>{children}</div>
      </div>
      <TryFilm current={current} {...(onSample && { onSample })} />
    </>
  );
}
