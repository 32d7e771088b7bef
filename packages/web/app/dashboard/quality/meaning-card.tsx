import { qualityMinDecided } from '@clearframe/contract';
import { Link } from 'react-router';
import styles from './quality.module.css';

/** What each figure means and what it does not. */
export function MeaningCard() {
  return (
    <section className="card" aria-labelledby="meaning">
      <div className="card-header">
        <h2 id="meaning">What these figures mean</h2>
      </div>
      <ul className={`card-body ${styles.meaning}`}>
        <li>
          <b className="strong">Overturned</b>: a person decided otherwise than the verdict. If people mostly open what looks
          wrong, it is higher than for all your uploads.
        </li>
        <li>
          <b className="strong">Flags confirmed</b>: of the flagged items that people decided, those that they failed. The rest
          were false alarms.
        </li>
        <li>
          <b className="strong">Bad items found</b>: of all that people would fail, the part that was flagged or marked Review.
          Estimated from the sample, and taking decided flags as typical of undecided ones.
        </li>
        <li>
          <b className="strong">Likely … to …</b>: in 19 of 20 such counts the true share lies within. Under {qualityMinDecided}{' '}
          decisions nothing is said.
        </li>
        <li>
          An item counts once, in the period of its verdict: by the newest decision of a person against the result before it. What
          was undone or overruled does not count, nor do decisions by API tokens.
        </li>
        <li>
          It is measured on your uploads and by your people: a decision made in haste counts like any. More in the{' '}
          <Link className="link" to="/docs/accuracy">
            guide on accuracy
          </Link>
          .
        </li>
      </ul>
    </section>
  );
}
