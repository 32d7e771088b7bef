import type { QualityReport } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import styles from './quality.module.css';

const rows = [
  ['in_review', 'Marked Review, then failed', 'The analysis was unsure and asked a person.'],
  ['in_sample', 'Passed, drawn for the sample, then failed', 'Found by the sample. It represents more items that nobody saw.'],
  ['elsewhere', 'Passed, then failed', 'Found by chance, after a complaint or in the list.'],
] as const;

/** Items that the analysis let through and a person failed, by what made the person look. */
export function MissesCard({ misses }: Pick<QualityReport, 'misses'>) {
  return (
    <section className="card" aria-labelledby="misses">
      <div className="card-header">
        <h2 id="misses">What slipped through</h2>
      </div>
      <dl className={`card-body ${styles.misses}`}>
        {rows.map(([key, word, note]) => (
          <div key={key}>
            <dt>
              {word}
              <small>{note}</small>
            </dt>
            <dd className="figures">{formatCount(misses[key])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
