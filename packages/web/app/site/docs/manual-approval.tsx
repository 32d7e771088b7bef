import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from '../section.module.css';
import { DocsSection } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsExamples } from './examples.ts';
import { Ways } from './toc.tsx';

export function ManualApproval() {
  const { pass, fail } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="manual-approval"
      title="Manual approval"
      beside={
        <>
          <Example label="pass.sh" text={pass} />
          <Example label="fail.sh" text={fail} />
        </>
      }
    >
      <p>
        A person has the last word, in Content Review or by a token with the scope <code>decide</code>. Pass overrides the flag
        and approves. Fail confirms it and tells your active webhooks.
      </p>
      <p>
        Every manual decision is logged with its time, its maker, from and to, and a note if there is one. The log is never
        changed.
      </p>
      <div className={styles.actions} data-slot="section-actions">
        <Ways large />
      </div>
    </DocsSection>
  );
}
