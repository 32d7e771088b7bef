import { Link } from 'react-router';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import { CommandLine } from '../command-line/command-line.tsx';
import { dollarsAMillion } from '../measured.ts';
import styles from './pricing.module.css';

/** Whose plans these are, and what it costs without any. */
export function TwoWays() {
  return (
    <section className={`page-width ${styles.ways}`} aria-label="Two ways to use Clearframe">
      <div>
        <div>
          <h2>Run it yourself: free</h2>
          <p>
            Apache License 2.0, no frame limit, nothing to sign. You pay for your own server:{' '}
            <a className="link" href="#measured">
              ${dollarsAMillion.toFixed(2)} of processor time
            </a>{' '}
            to analyse a million pictures.
          </p>
          <CommandLine command="npm start" />
        </div>
        <div>
          <h2>Use this server: the plans below</h2>
          <p>
            The operator of <b>{publicOrigin()}</b> charges these prices for running Clearframe for you. Another server may charge
            something else, or nothing.
          </p>
          <Link className="link" to="/terms" reloadDocument>
            Operator’s terms
          </Link>
        </div>
      </div>
    </section>
  );
}
