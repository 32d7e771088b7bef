import { formatFrames } from '../../../shared/format/format.ts';
import { Meter } from '../../ui/meter.tsx';
import styles from './usage.module.css';

type UsageSplitProps = {
  title: string;
  rows: readonly { key: string; name: string; frames: number }[];
  /** What stands there instead of no rows. */
  empty: string;
};

/** Who used the frames, with the share of each as a bar. */
export function UsageSplit({ title, rows, empty }: UsageSplitProps) {
  const total = rows.reduce((sum, { frames }) => sum + frames, 0);
  return (
    <section className="card">
      <div className="card-header">
        <h2>{title}</h2>
      </div>
      <div className="card-body">
        {rows.length === 0 ? <p className="dim">{empty}</p> : null}
        <ul className={styles.split}>
          {rows.map(({ key, name, frames }) => (
            <li key={key}>
              <span>{name}</span>
              <span className="figures">{formatFrames(frames)}</span>
              <Meter label={`Share of ${name}`} value={frames} max={total} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
