import { LinkButton } from '../../shared/ui/button.tsx';
import { CommandLine } from '../command-line/command-line.tsx';
import sectionStyles from '../section.module.css';
import styles from './landing.module.css';

/** What it is, in one view with the light table below it. */
export function Hero() {
  return (
    <div className={`page-width ${styles.hero}`}>
      <div>
        <p className={styles.kind}>Open-source image and video moderation</p>
        <h1>Every frame, checked before it’s seen.</h1>
      </div>
      <div>
        <p className={sectionStyles.lead} data-slot="section-lead">
          Catch explicit uploads before your users do. It runs on your own server, and every verdict comes with its reasons.
        </p>
        <div className={sectionStyles.actions} data-slot="section-actions">
          <a className={styles.toTry} href="#try">
            Try a picture
          </a>
          <LinkButton kind="secondary" size="large" to="/docs/guides/self-hosting" reloadDocument>
            Run it yourself
          </LinkButton>
        </div>
        <CommandLine command="npm start" />
        <p className={styles.terms}>
          <span>Apache License 2.0</span>
          <span>Free to run yourself</span>
          <span>Needs Node and git, nothing else</span>
        </p>
      </div>
    </div>
  );
}
