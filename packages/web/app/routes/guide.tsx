import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { publicOrigin } from '../shared/page/public-origin.ts';
import { staticPage } from '../shared/page/static-page.ts';
import contentsStyles from '../site/docs/contents.module.css';
import docsStyles from '../site/docs/docs.module.css';
import guideStyles from '../site/guides/guide.module.css';
import { GuideBlocks } from '../site/guides/guide-blocks.tsx';
import { Breadcrumbs, docsCrumb, guidesCrumb, LastChanged, NextGuides } from '../site/guides/guide-frame.tsx';
import { guides } from '../site/guides/guides.server.ts';
import sectionStyles from '../site/section.module.css';

/** Runs at build time only: no script carries a guide. @throws Response 404 for a guide that there is not */
export function loader({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const place = guides.findIndex(({ slug }) => slug === (params.slug ?? 'accuracy'));
  const guide = guides[place];
  if (!guide) throw new Response(null, { status: 404 });
  const neighbour = (at: number) => {
    const other = guides[at];
    return other ? { path: other.path, title: other.title } : null;
  };
  return { guide, previous: neighbour(place - 1), next: neighbour(place + 1) };
}
type Loaded = ReturnType<typeof loader>;

export function meta({ loaderData }: { loaderData?: Loaded | undefined }) {
  if (!loaderData) return [];
  const { path, title, description, changed } = loaderData.guide;
  const crumbs = [docsCrumb, guidesCrumb, { path, label: title }];
  return pageMeta({
    title: `${title} · Clearframe guides`,
    description,
    path,
    indexed: true,
    data: [
      { '@type': 'TechArticle', headline: title, description, dateModified: changed },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map((crumb, place) => ({
          '@type': 'ListItem',
          position: place + 1,
          name: crumb.label,
          item: `${publicOrigin()}${crumb.path}`,
        })),
      },
    ],
  });
}

export const handle = staticPage;
export const links = monoFontLinks;

/** One guide. */
export default function GuidePage() {
  const { guide, previous, next } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <div className={`page-width ${guideStyles.guides}`}>
        <Breadcrumbs above={[docsCrumb, guidesCrumb]} here={guide.title} />
      </div>
      <div className={`page-width ${docsStyles.docs} ${guideStyles.guide}`}>
        <nav className={contentsStyles.contents} data-slot="contents" aria-label="On this page">
          <span className="eyebrow">On this page</span>
          {guide.sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <article className="prose">
          <section className={docsStyles.intro}>
            <h1>{guide.title}</h1>
            <p className={sectionStyles.lead} data-slot="section-lead">
              {guide.description}
            </p>
            <GuideBlocks blocks={guide.intro} />
          </section>
          {guide.sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              <GuideBlocks blocks={blocks} />
            </section>
          ))}
          <LastChanged day={guide.changed} file={`packages/web/content/guides/${guide.slug}.md`} />
          <NextGuides previous={previous} next={next} />
        </article>
      </div>
    </main>
  );
}
