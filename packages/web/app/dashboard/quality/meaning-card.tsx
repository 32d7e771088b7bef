import { qualityMinDecided } from '@clearframe/contract';
import { Link } from 'react-router';
import styles from './quality.module.css';

/** What each figure means and what it does not. */
export function MeaningCard() {
  return (
    <section className="card" aria-labelledby="meaning">
      <div className="card-header">
        <h2 id="meaning">About these figures</h2>
      </div>
      <ul className={`card-body ${styles.meaning}`}>
        <li>
          <b className="strong">Overturned</b>: a person disagreed with the verdict. This is higher than for all uploads if people
          mostly open suspicious items.
        </li>
        <li>
          <b className="strong">Flags confirmed</b>: the share of decided flags that people failed. The rest were false alarms.
        </li>
        <li>
          <b className="strong">Bad items found</b>: the share of bad items that we flagged or marked Review. We estimate it from
          the sample and assume that undecided flags resemble decided ones.
        </li>
        <li>
          <b className="strong">Likely … to …</b>: the true share is in this range in 19 of 20 counts. Below {qualityMinDecided}{' '}
          decisions, we give no figure.
        </li>
        <li>
          An item counts once, in the period of its verdict: a person’s newest decision against the result before it. Undone and
          overruled decisions do not count, nor do decisions by API tokens.
        </li>
        <li>
          We measure your uploads and your reviewers: a hasty decision counts like any other. More in the{' '}
          <Link className="link" to="/docs/accuracy">
            guide on accuracy
          </Link>
          .
        </li>
      </ul>
    </section>
  );
}
