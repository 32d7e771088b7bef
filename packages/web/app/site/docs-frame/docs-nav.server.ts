import { apiReference } from '../docs/api-reference.server.ts';
import { guideSections } from '../guides/guide-slugs.ts';
import { guides } from '../guides/guides.server.ts';

/** A page or a part of one. `method` = of a call, such as `POST`. */
export type DocsLink = { path: string; label: string; method?: string };
export type DocsNavGroup = { title: string; links: DocsLink[] };

/** What stands before the guides of a section: parts of the page /docs. */
const before: Partial<Record<(typeof guideSections)[number], DocsLink[]>> = {
  Start: [{ path: '/docs', label: 'Quick start' }],
  Integrate: [
    { path: '/docs#media-upload', label: 'Media upload' },
    { path: '/docs#authentication', label: 'Authentication' },
  ],
};

/** The navigation of all pages below /docs: guides by the section that each names, then every call. */
export function docsNav(): DocsNavGroup[] {
  const guideGroups = guideSections.map((title) => ({
    title,
    links: [
      ...(before[title] ?? []),
      ...guides.filter(({ section }) => section === title).map(({ path, title: label }) => ({ path, label })),
    ],
  }));
  const calls = apiReference().calls.map(({ id, summary, endpoint }) => ({
    path: `/docs/api#${id}`,
    label: summary,
    method: endpoint.split(' ')[0] ?? '',
  }));
  return [
    ...guideGroups,
    {
      title: 'API',
      links: [{ path: '/docs/api', label: 'API reference' }, ...calls, { path: '/docs/api#errors', label: 'Errors' }],
    },
  ];
}
