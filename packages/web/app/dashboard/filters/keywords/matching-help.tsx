import { limits } from '@clearframe/contract';
import { Link } from 'react-router';
import styles from '../filters.module.css';

/** The rule of the lists in words, where it is needed. */
export function MatchingHelp() {
  return (
    <section className="card" aria-labelledby="matching">
      <div className="card-header">
        <h2 id="matching" tabIndex={-1}>
          How matching works
        </h2>
      </div>
      <ul className={`card-body ${styles.help}`}>
        <li>
          A keyword matches anywhere, even inside words: <b className="strong">wine</b> is found in “Winery”. Case does not
          matter, nor do combining accents. Choose “Whole word” to match only full words.
        </li>
        <li>
          With *: matches whole words. Each * means any letters and digits. <b className="strong">bet*</b> is found in “betting”,
          not in “alphabet”. A keyword can have {limits.keywordStarsMax} stars, and a list {limits.keywordPatternsMax} such
          keywords.
        </li>
        <li>
          With look-alikes on: “b.o.m.b”, “bo-mb” and letters of other scripts that look Latin are read as{' '}
          <b className="strong">bomb</b>.
        </li>
        <li>
          Phrases match as written: <b className="strong">assault rifle</b> needs both words side by side.
        </li>
        <li>Any forbidden keyword fails the upload. One required keyword is enough. An empty list has no effect.</li>
        <li>We search what the analysis sees and reads, plus title, caption, description and tags.</li>
        <li>
          More in the{' '}
          <Link className="link" to="/docs#keyword-settings">
            documentation of keyword settings
          </Link>
          .
        </li>
        <li>We drop repeats and blank lines. New lists apply to future uploads; earlier verdicts stay.</li>
      </ul>
    </section>
  );
}
