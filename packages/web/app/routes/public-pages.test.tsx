import { readFileSync } from 'node:fs';
import { plans } from '@clearframe/contract';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SessionProvider } from '../shared/session/session.tsx';
import { guidePath, guideSlugs } from '../site/guides/guide-slugs.ts';
import { sitePages } from '../site/site-pages.ts';
import About from './about.tsx';
import Contact from './contact.tsx';
import Docs, { loader as docsLoader } from './docs.tsx';
import Features from './features.tsx';
import NotFound from './not-found.tsx';
import Pricing, { meta as pricingMeta } from './pricing.tsx';
import PublicFrame from './public-frame.tsx';

function htmlOf(Page: ComponentType, path: string): string {
  const data = Page === Docs ? docsLoader() : null;
  const page = { id: 'page', path, Component: Page, ...(data ? { loader: () => data } : {}) };
  const Stub = createRoutesStub([{ Component: PublicFrame, children: [page] }]);
  return renderToStaticMarkup(
    <SessionProvider>
      <Stub initialEntries={[path]} {...(data ? { hydrationData: { loaderData: { page: data } } } : {})} />
    </SessionProvider>,
  );
}

/** What a reader sees, without marks. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** Every word that specification §2 and §9 fix for a page. */
const strings: [id: string, path: string, Page: ComponentType, strings: string[]][] = [
  [
    'PUB-02',
    '/features',
    Features,
    [
      'Upload',
      'AI guardian',
      'Smart filters',
      'Analytics',
      'API integration',
      'Enterprise security',
      'Global coverage',
      'Team management',
      '99.9% accuracy',
      'under 5s processing',
      '24/7 monitoring',
    ],
  ],
  [
    'PUB-03',
    '/pricing',
    Pricing,
    [
      'Free trial $0 15 frames, once.',
      'Development For building against the API $1 / month Frames 333 Per frame $0.003',
      'Starter For a small site or shop $60 / month Frames 20,000 Per frame $0.003',
      'Growth Most popular For a busy community $100 / month Frames 35,714 Per frame $0.0028',
      'Professional For several teams $200 / month Frames 76,923 Per frame $0.0026',
      'Business For high volume $1,000 / month Frames 416,667 Per frame $0.0024',
      'Enterprise For platforms at scale $2,000 / month Frames 909,091 Per frame $0.0022',
      'Contact sales',
      'under 10s',
      'under 1s',
      'Accuracy 99%',
      '99.99%',
      'No refunds yet.',
      'Upgrades are immediate',
      'Downgrades apply at the next billing cycle.',
    ],
  ],
  [
    'PUB-04',
    '/about',
    About,
    ['Our mission', 'Principles', 'Our values', 'Our story', '2022', '2023', '2024', 'Who looks after what', 'The team'],
  ],
  [
    'PUB-05',
    '/contact',
    Contact,
    [
      'First name',
      'Last name',
      'Email',
      'Company Optional',
      'Subject',
      'Sales',
      'Support',
      'Partnership',
      'General',
      'Message',
      'Contact information',
      'Quick links',
      'Before you write',
    ],
  ],
  [
    'PUB-06',
    '/docs',
    Docs,
    [
      'Keyword settings',
      'Authentication',
      'Media upload',
      'Videos',
      'Webhooks',
      'Error handling',
      'Moderation',
      'Manual approval',
      'Get Started',
      'Contact Support',
      'Authorization: Bearer $TOKEN',
      'POST https://clearframe.invalid/api/v1/upload',
      'X-Webhook-Token',
      'media.analysis.completed',
      'up to 3 retries with exponential backoff',
      'within 30 seconds',
      'Give up a request after 30 seconds.',
      'Retry 5xx up to 3 times, with exponential backoff.',
      'Back off on 429.',
      'Do not retry any other 4xx.',
      'A video costs one frame for each second that has begun.',
      'Invalid API token',
    ],
  ],
  ['PUB-07', '/no/such/page', NotFound, ['Go Home', 'Go Back']],
];

describe('the public pages', () => {
  it.each(strings)('%s %s shows what the specification lists', (_id, path, Page, expected) => {
    const text = textOf(htmlOf(Page, path));
    for (const string of expected) expect(text).toContain(string);
  });

  it.each(strings)('PUB-01 %s: %s leads to every other page from header and footer', (_id, path, Page) => {
    const html = htmlOf(Page, path);
    const [header = ''] = /<header[\s\S]*<\/header>/.exec(html) ?? [];
    const [footer = ''] = /<footer[\s\S]*<\/footer>/.exec(html) ?? [];
    for (const part of [header, footer])
      for (const to of ['/', '/login', '/register', ...sitePages.map((page) => page.path)])
        expect(part).toContain(`href="${to}"`);
  });

  it('PUB-01 the header says which page it stands on, also to the prerendering, which adds a slash', () => {
    for (const path of ['/pricing', '/pricing/'])
      expect(htmlOf(Pricing, path)).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/pricing"/);
  });

  it('PUB-11 marketing figures stand only where the specification lists them, and say what they are', () => {
    const withFigures = strings.filter(([, path, Page]) => /99\.\d+ ?%|24\/7/.test(textOf(htmlOf(Page, path))));
    expect(withFigures.map(([, path]) => path)).toEqual(['/features', '/pricing']);
    for (const [, path, Page] of withFigures)
      expect(textOf(htmlOf(Page, path))).toMatch(/not a measurement of this installation|not measurements of this installation/);
  });

  it('PUB-03 the pricing page shows the catalogue that the API serves, and its structured questions are those of the page', () => {
    const html = htmlOf(Pricing, '/pricing');
    expect(html.match(/<article class="card /g)).toHaveLength(plans.length);
    const faq = JSON.stringify(pricingMeta());
    expect(faq).toContain('"@type":"FAQPage"');
    for (const [, question = ''] of html.matchAll(/<summary>([^<]*)</g)) expect(faq).toContain(question);
  });

  it('PUB-06 the documentation has the anchors of the specification, each in the table of contents, and leads on', () => {
    const html = htmlOf(Docs, '/docs');
    const anchors = [
      'keyword-settings',
      'authentication',
      'media-upload',
      'webhooks',
      'error-handling',
      'moderation',
      'manual-approval',
    ];
    for (const anchor of anchors) {
      expect(html).toContain(`<section id="${anchor}"`);
      expect(html).toContain(`href="#${anchor}"`);
    }
    expect(html).toMatch(/href="\/register"[^>]*>Get Started/);
    expect(html).toMatch(/href="\/contact\?subject=support"[^>]*>Contact Support/);
    expect(html.match(/ data-copy="/g)?.length).toBe(html.match(/<pre>/g)?.length);
  });

  it('PUB-08 the site map names exactly the pages that search engines may list', () => {
    const sitemap = readFileSync(new URL('../../public/sitemap.xml', import.meta.url), 'utf8');
    const listed = [...sitemap.matchAll(/<loc>https:\/\/clearframe\.invalid([^<]*)<\/loc>/g)].map((match) => match[1]);
    const pages = ['/', '/docs/api', '/docs/guides', ...guideSlugs.map(guidePath), ...sitePages.map((page) => page.path)];
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it('PUB-08 the structured data of the product names every plan with its price, and no rating', () => {
    const data = JSON.stringify(pricingMeta());
    for (const plan of plans)
      expect(data).toContain(`"name":"${plan.name}","price":"${(plan.price_cents / 100).toFixed(2)}","priceCurrency":"USD"`);
    expect(data).not.toMatch(/aggregateRating|"review"/);
    expect(data).toContain('https://clearframe.invalid/og.jpg');
  });

  it('PUB-04 names no person', () => {
    expect(textOf(htmlOf(About, '/about'))).not.toMatch(/founder|CEO|CTO|Dr\.|Mr\.|Ms\./i);
  });
});
