import { Link } from 'react-router';
import badgeStyles from '../../shared/ui/badge.module.css';
import { Tag } from '../../shared/ui/badge.tsx';
import { notAssessed, sampleScores } from '../samples.ts';
import styles from './landing.module.css';

/** The honest line: what the built-in model looks for, and what it does not. */
export function Coverage() {
  return (
    <section className={`page-width ${styles.coverage}`} id="verdict">
      <div className="card">
        <div>
          <h2>Checks, and gaps</h2>
          <p>
            Built in: explicit, suggestive, drawn. Connect an analyser for {notAssessed.length} more.{' '}
            <Link className="link" to="/docs/guides/thresholds" reloadDocument>
              Limits
            </Link>
          </p>
        </div>
        <dl>
          <div>
            <dt>Assessed by the built-in model</dt>
            <dd>
              {sampleScores.map(({ name, label }) => (
                <Tag key={name} look="required">
                  {label}
                </Tag>
              ))}
            </dd>
          </div>
          <div>
            <dt>Not assessed, so a safe verdict says nothing about these</dt>
            <dd>
              {notAssessed.map((label) => (
                <span key={label} className={`${badgeStyles.tag} ${badgeStyles.tagNone}`} data-slot="badge-tag">
                  {label}
                </span>
              ))}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
