import type { MetaDescriptor } from 'react-router';
import { publicOrigin } from './public-origin.ts';

type PageMeta = {
  title: string;
  description: string;
  /** Path of the page, written out: prerendering and the browser disagree about the slash at the end. */
  path?: string;
  /** Search engines may list the page. */
  indexed?: boolean;
  /** Structured data of schema.org about what the page shows. */
  data?: Record<string, unknown>[];
};

/** Head tags of one page. A child's `meta` replaces its parent's, so every route calls this. */
export function pageMeta({ title, description, path, indexed = false, data = [] }: PageMeta): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: indexed ? 'index, follow' : 'noindex' },
  ];
  for (const item of data) tags.push({ 'script:ld+json': { '@context': 'https://schema.org', ...item } });
  if (path === undefined) return tags;
  const address = `${publicOrigin()}${path}`;
  tags.push({ tagName: 'link', rel: 'canonical', href: address });
  if (indexed) {
    tags.push(
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: 'Clearframe' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: `${publicOrigin()}/og.jpg` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: 'Clearframe: a strip of moderated pictures' },
      { name: 'twitter:card', content: 'summary_large_image' },
    );
  }
  return tags;
}
