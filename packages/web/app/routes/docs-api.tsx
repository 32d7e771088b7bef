import { Link, useLoaderData } from 'react-router';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { ApiCall, ApiObject, ApiStatuses } from '../site/docs/api-call.tsx';
import styles from '../site/docs/api-reference.module.css';
import { apiReference } from '../site/docs/api-reference.server.ts';
import { CallCode } from '../site/docs/call-code.tsx';
import docsStyles from '../site/docs/docs.module.css';
import sectionStyles from '../site/section.module.css';

export const meta = () =>
  pageMeta({
    title: 'API reference · Clearframe',
    description:
      'Every call that takes an API token: parameters, scopes, bodies, answers and errors, from the contract that the server checks by.',
    path: '/docs/api',
    indexed: true,
  });

/** Runs at build time only: no script carries the reference. */
export const loader = () => apiReference();

export const handle = staticPage;
export const links = monoFontLinks;

export default function DocsApi() {
  const { setup, calls, objects, statuses } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <div className={`page-width prose ${styles.page}`}>
        <section className={`${docsStyles.intro} ${styles.call}`}>
          <div className={styles.words}>
            <h1>API reference</h1>
            <p className={sectionStyles.lead} data-slot="section-lead">
              Every call that takes an API token. The{' '}
              <Link className="link" to="/docs" reloadDocument>
                documentation
              </Link>{' '}
              shows how they work together. Generate clients from{' '}
              <a className="link" href="/api/openapi.json">
                openapi.json
              </a>
              .
            </p>
            <p>
              Send <code>Authorization: Bearer</code> and the token. A response is{' '}
              <code>{'{"status": "success", "data": …}'}</code>. An error is{' '}
              <code>{'{"status": "error", "message": …, "data": null}'}</code>. Ignore unknown fields; we may add more.
            </p>
          </div>
          <CallCode list={setup} />
        </section>
        {calls.map((call) => (
          <ApiCall key={call.id} call={call} />
        ))}
        <ApiStatuses statuses={statuses} />
        {objects.map((object) => (
          <ApiObject key={object.name} {...object} />
        ))}
      </div>
    </main>
  );
}
