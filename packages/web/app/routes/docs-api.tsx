import { Link, useLoaderData } from 'react-router';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { ApiCall, ApiObject, ApiStatuses } from '../site/docs/api-call.tsx';
import { apiReference } from '../site/docs/api-reference.server.ts';
import contentsStyles from '../site/docs/contents.module.css';
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
  const { calls, objects, statuses } = useLoaderData<typeof loader>();
  const entries = [
    ...calls.map(({ id, summary }) => ({ id, label: summary })),
    { id: 'errors', label: 'Statuses and errors' },
    ...objects.map(({ name }) => ({ id: name, label: name })),
  ];
  return (
    <main id="main">
      <div className={`page-width ${docsStyles.docs} ${docsStyles.api}`}>
        <nav className={contentsStyles.contents} data-slot="contents" aria-label="On this page">
          <span className="eyebrow">On this page</span>
          {entries.map(({ id, label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
        <div className="prose">
          <section className={docsStyles.intro}>
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
          </section>
          {calls.map((call) => (
            <ApiCall key={call.id} call={call} />
          ))}
          <ApiStatuses statuses={statuses} />
          {objects.map((object) => (
            <ApiObject key={object.name} {...object} />
          ))}
        </div>
      </div>
    </main>
  );
}
