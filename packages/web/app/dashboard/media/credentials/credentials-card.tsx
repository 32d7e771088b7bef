import type { ContentCredentials, CredentialState } from '@clearframe/contract';
import { BadgeCheck, CircleDashed, CircleHelp, type LucideIcon, PenLine, ShieldAlert } from 'lucide-react';
import { Badge, type BadgeLook } from '../../../shared/ui/badge.tsx';
import styles from '../../../shared/ui/facts.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import timelineStyles from '../../ui/timeline.module.css';
import { credentialFacts, stateWords, stepsInWords } from './credential-words.ts';

const looks: Record<CredentialState, { look: BadgeLook; icon: LucideIcon }> = {
  none: { look: 'off', icon: CircleDashed },
  valid: { look: 'pass', icon: BadgeCheck },
  untrusted: { look: 'warn', icon: CircleHelp },
  invalid: { look: 'flag', icon: ShieldAlert },
  unreadable: { look: 'warn', icon: CircleHelp },
};

/** What the file was signed with. It never says more than the signer declares. */
export function CredentialsCard({ credentials }: { credentials: ContentCredentials }) {
  const { state, synthetic } = credentials;
  const facts = credentialFacts(credentials);
  return (
    <section className="card" aria-labelledby="credentials">
      <div className="card-header">
        <h2 id="credentials">Content Credentials</h2>
        <Badge {...looks[state]}>{stateWords[state].title}</Badge>
      </div>
      <div className="card-body stack-3">
        <p>{stateWords[state].sentence}</p>
        {synthetic ? (
          <p>
            <b className="strong">Declared, not detected:</b> a model made this, or a part of it.
          </p>
        ) : null}
        {facts.length > 0 ? (
          <dl className={styles.facts} data-slot="facts">
            {facts.map(({ term, value, at }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd dir="auto">{at ? <Time at={at} as="dateTime" /> : value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <Steps credentials={credentials} />
        {state === 'none' ? null : (
          <p className="muted">Credentials say where a file comes from. They do not say whether it is allowed.</p>
        )}
      </div>
    </section>
  );
}

/** How the file came about, in its signers' words. */
function Steps({ credentials }: { credentials: ContentCredentials }) {
  const steps = stepsInWords(credentials);
  if (steps.length === 0) return null;
  return (
    <>
      <ol className={timelineStyles.timeline} aria-label="Steps">
        {steps.map(({ number, title, program, at }) => (
          <li key={number}>
            <span className={timelineStyles.point}>
              <Icon of={PenLine} />
            </span>
            <div>
              <b dir="auto">{title}</b>
              {program === null ? null : <p dir="auto">{program}</p>}
            </div>
            {at === null ? null : <Time at={at} as="date" />}
          </li>
        ))}
      </ol>
      <p className="dim fine">Programs and days are the signer’s words.</p>
    </>
  );
}
