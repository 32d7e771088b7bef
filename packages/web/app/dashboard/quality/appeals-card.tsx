import type { QualityReport } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import styles from './quality.module.css';
import { ShareCell } from './share-cell.tsx';

/** Appeals that people decided in the period. A reversal says that the Fail was wrong. */
export function AppealsCard({ appeals }: Pick<QualityReport, 'appeals'>) {
  if (appeals.decided === 0) return null;
  return (
    <section className="card" aria-labelledby="appeals-h">
      <div className="card-header">
        <h2 id="appeals-h">Appeals</h2>
      </div>
      <dl className={`card-body ${styles.misses}`}>
        <div>
          <dt>Decided</dt>
          <dd className="figures">{formatCount(appeals.decided)}</dd>
        </div>
        <div>
          <dt>
            Reversed
            <small>Another person found the Fail wrong.</small>
          </dt>
          <dd>
            <ShareCell of={appeals.reversed} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
