import { limits } from '@clearframe/contract';
import mediaShotStyles from '../../shared/media/media-shot.module.css';
import stageListStyles from '../../shared/media/stage-list.module.css';
import findingsStyles from '../../shared/verdict/findings.module.css';
import uploadResultStyles from '../../shared/verdict/upload-result.module.css';
import sectionStyles from '../section.module.css';
import { TryChoices } from './choices.tsx';
import tryItStyles from './try-it.module.css';

/** Of what the first picture loads. The sheets come with the page, and a build leaves out those of which no name is used. */
const laterSheets = [findingsStyles.saw, mediaShotStyles.blank, stageListStyles.stages, uploadResultStyles.result].join(' ');

/**
 * PUB-01: one picture checked without an account. The server leaves the section out with TRY_IT=off, by its attribute, so no other
 * section may stand in it. Until the script has looked for it, nothing of it can be pressed.
 */
export function TrySection() {
  return (
    <section className={`${sectionStyles.section} page-width ${tryItStyles.tryIt}`} id="try" data-optional="try-it">
      <div className={sectionStyles.header}>
        <h2>Try it on one picture</h2>
        <p>
          The engine of this server checks it, without an account. Nobody else is shown the picture or its verdict, and both are
          deleted within {limits.tryItGoneMs / 60_000} minutes.
        </p>
      </div>
      <noscript>
        <p className="card card-body">
          Trying it needs JavaScript, which is off in this browser.{' '}
          <a className="link" href="/register">
            Create an account
          </a>{' '}
          to upload pictures or to send them from a program.
        </p>
      </noscript>
      <div data-try-it data-try-sheets={laterSheets} hidden>
        <TryChoices />
      </div>
    </section>
  );
}
