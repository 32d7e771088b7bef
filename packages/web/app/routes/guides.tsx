import { Link, useLoaderData } from 'react-router';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import guideStyles from '../site/guides/guide.module.css';
import { Breadcrumbs, docsCrumb } from '../site/guides/guide-frame.tsx';
import { guides } from '../site/guides/guides.server.ts';
import sectionStyles from '../site/section.module.css';

export const meta = () =>
  pageMeta({
    title: 'Guides · Clearframe',
    description:
      'One guide a subject: the first verdict, keyword filters, videos, webhooks, errors, limits, ' +
      'billing, self-hosting, security and accuracy.',
    path: '/docs/guides',
    indexed: true,
  });

/** Runs at build time only. */
export const loader = () => guides.map(({ path, title, description }) => ({ path, title, description }));

export const handle = staticPage;

/** The list of guides. */
export default function Guides() {
  const list = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <div className={`page-width ${guideStyles.guides}`}>
        <Breadcrumbs above={[docsCrumb]} here="Guides" />
        <div className="prose">
          <h1>Guides</h1>
          <p className={sectionStyles.lead} data-slot="section-lead">
            One topic each, in the order most people need them.
          </p>
          <ol className={guideStyles.list}>
            {list.map(({ path, title, description }) => (
              <li key={path}>
                <Link className="link" to={path}>
                  {title}
                </Link>
                <p>{description}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </main>
  );
}
