import { Link } from 'react-router';
import { coreHourDollars, dollarsAMillion, measured } from '../measured.ts';
import styles from './pricing.module.css';

const rows = [
  ...Object.values(measured).map(({ what, value, unit, on, source }) => ({ what, figure: `${value} ${unit}`, on, source })),
  {
    what: 'Processor time of the analysis of a million pictures',
    figure: `$${dollarsAMillion.toFixed(2)}`,
    on: `computed, at $${coreHourDollars} a core-hour`,
    source: 'docs/scale.md',
  },
];

/** Beside what plans aim at: figures that a bench of the repository measured. They are the same on every plan. */
export function Measured() {
  return (
    <section className={styles.measured} id="measured" aria-labelledby="measured-title">
      <h3 id="measured-title">Measured</h3>
      <p>
        Every plan runs the same engine. These figures come from the scripts named beside them, not from your server. Run them on
        your own hardware. <Link to="/docs/accuracy">How accuracy is measured</Link>
      </p>
      <dl>
        {rows.map(({ what, figure, on, source }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <b>{figure}</b> {on.replace(/`/g, '')}
              <code>{source}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
