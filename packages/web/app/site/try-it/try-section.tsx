import mediaShotStyles from '../../shared/media/media-shot.module.css';
import stageListStyles from '../../shared/media/stage-list.module.css';
import findingsStyles from '../../shared/verdict/findings.module.css';
import uploadResultStyles from '../../shared/verdict/upload-result.module.css';
import { firstSample } from './choices.tsx';
import { sampleOutcome } from './outcome.ts';
import { SampleFrame, TryBench, TryOutcome } from './try-bench.tsx';
import styles from './try-it.module.css';

/** Of what the first picture loads. The sheets come with the page, and a build leaves out those of which no name is used. */
const laterSheets = [findingsStyles.saw, mediaShotStyles.blank, stageListStyles.stages, uploadResultStyles.block].join(' ');

/**
 * PUB-01: one picture checked without an account, on a light table that is dark in both themes. The server leaves the section out with
 * TRY_IT=off, by its attribute, so no other section may stand in it.
 */
export function TrySection() {
  return (
    <section className={styles.tryIt} id="try" data-optional="try-it" data-theme="dark" aria-label="Try a picture">
      <div className="page-width">
        <noscript>
          <p>
            Trying it needs JavaScript, which is off in this browser.{' '}
            <a className="link" href="/register">
              Create an account
            </a>{' '}
            to upload pictures or to send them from a program.
          </p>
        </noscript>
        <div data-try-it data-try-sheets={laterSheets}>
          <TryBench frame={<SampleFrame />} current={firstSample.name}>
            <TryOutcome outcome={sampleOutcome} />
          </TryBench>
        </div>
      </div>
    </section>
  );
}
