import { Link } from 'react-router';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsExamples } from './examples.ts';

const scopes = [
  { name: 'upload', kind: 'scope', text: 'Send pictures and get their verdicts' },
  { name: 'read', kind: 'scope', text: 'Read items, lists and usage' },
  { name: 'decide', kind: 'scope', text: 'Pass, fail and delete items' },
  { name: 'check', kind: 'scope', text: 'Get a verdict without keeping the file; upload includes it' },
  { name: 'report', kind: 'scope', text: 'File notices and appeals for other people' },
];

export function Authentication() {
  const { header, usage } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="authentication"
      title="Authentication"
      beside={
        <>
          <Example label="Header" text={header} />
          <Example label="usage.sh" text={usage} />
        </>
      }
    >
      <p>
        Create a token under{' '}
        <Link className="link" to="/dashboard/tokens">
          API Tokens
        </Link>{' '}
        and send it as a bearer token with every call. A token can be deleted at any time, and can be given fewer scopes and an
        expiry.
      </p>
      <Parameters list={scopes} />
      <p className={styles.after}>
        The examples take the token from the environment: <code>export TOKEN=…</code>. Keep it on your server; never put it into a
        page or an app.
      </p>
    </DocsSection>
  );
}
