import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SessionProvider } from '../shared/session/session.tsx';
import { themeScript } from '../shared/ui/theme.ts';
import { guidePath, guideSlugs } from '../site/guides/guide-slugs.ts';
import About, { meta as aboutMeta } from './about.tsx';
import Contact, { meta as contactMeta } from './contact.tsx';
import Docs, { loader as docsLoader, meta as docsMeta } from './docs.tsx';
import DocsApi, { loader as docsApiLoader, meta as docsApiMeta } from './docs-api.tsx';
import Features, { meta as featuresMeta } from './features.tsx';
import ForgotPassword, { meta as forgotMeta } from './forgot-password.tsx';
import Goodbye, { meta as goodbyeMeta } from './goodbye.tsx';
import Guide, { loader as guideLoader, meta as guideMeta } from './guide.tsx';
import Guides, { loader as guidesLoader, meta as guidesMeta } from './guides.tsx';
import Invite, { meta as inviteMeta } from './invite.tsx';
import Landing, { loader as landingLoader, meta as landingMeta } from './landing.tsx';
import Login, { meta as loginMeta } from './login.tsx';
import NotFound, { meta as notFoundMeta } from './not-found.tsx';
import NoticePage, { meta as noticeMeta } from './notice.tsx';
import Pricing, { meta as pricingMeta } from './pricing.tsx';
import Privacy, { loader as privacyLoader, meta as privacyMeta } from './privacy.tsx';
import Register, { meta as registerMeta } from './register.tsx';
import ResetPassword, { meta as resetMeta } from './reset-password.tsx';
import Terms, { loader as termsLoader, meta as termsMeta } from './terms.tsx';

function render(Page: ComponentType, path: string, data?: unknown): string {
  const Stub = createRoutesStub([{ id: 'page', path, Component: Page, ...(data ? { loader: () => data } : {}) }]);
  return renderToStaticMarkup(
    <SessionProvider>
      <Stub initialEntries={[path]} {...(data ? { hydrationData: { loaderData: { page: data } } } : {})} />
    </SessionProvider>,
  );
}

type Prerendered = {
  path: string;
  Page: ComponentType;
  meta: () => unknown;
  words: string;
  indexed: boolean;
  /** What its loader gave at build time. */
  data?: unknown;
};
const pages: Prerendered[] = [
  {
    path: '/',
    Page: Landing,
    meta: landingMeta,
    words: 'Every frame, checked before it’s seen.',
    indexed: true,
    data: landingLoader(),
  },
  { path: '/features', Page: Features, meta: featuresMeta, words: 'AI guardian', indexed: true },
  { path: '/pricing', Page: Pricing, meta: pricingMeta, words: 'Pay for frames, nothing else', indexed: true },
  { path: '/about', Page: About, meta: aboutMeta, words: 'Our mission', indexed: true },
  { path: '/docs', Page: Docs, meta: docsMeta, words: 'Error handling', indexed: true, data: docsLoader() },
  {
    path: '/docs/api',
    Page: DocsApi,
    meta: docsApiMeta,
    words: 'List items, newest first',
    indexed: true,
    data: docsApiLoader(),
  },
  {
    path: '/docs/guides',
    Page: Guides,
    meta: guidesMeta,
    words: 'A first verdict in a minute',
    indexed: true,
    data: guidesLoader(),
  },
  ...guideSlugs.map((slug) => {
    const loaderData = guideLoader({ params: { slug } });
    const meta = () => guideMeta({ loaderData });
    return { path: guidePath(slug), Page: Guide, meta, words: 'Last changed', indexed: true, data: loaderData };
  }),
  { path: '/contact', Page: Contact, meta: contactMeta, words: 'Contact us', indexed: true },
  { path: '/privacy', Page: Privacy, meta: privacyMeta, words: 'This is a template.', indexed: false, data: privacyLoader() },
  { path: '/terms', Page: Terms, meta: termsMeta, words: 'This is a template.', indexed: false, data: termsLoader() },
  { path: '/login', Page: Login, meta: loginMeta, words: 'Create an account', indexed: false },
  { path: '/register', Page: Register, meta: registerMeta, words: 'Already registered?', indexed: false },
  { path: '/forgot-password', Page: ForgotPassword, meta: forgotMeta, words: 'Send reset link', indexed: false },
  { path: '/reset-password', Page: ResetPassword, meta: resetMeta, words: 'Set a new password', indexed: false },
  { path: '/invite', Page: Invite, meta: inviteMeta, words: 'Opening your invitation…', indexed: false },
  { path: '/notice', Page: NoticePage, meta: noticeMeta, words: 'Opening the form…', indexed: false },
  { path: '/goodbye', Page: Goodbye, meta: goodbyeMeta, words: 'Your account is closed', indexed: false },
  { path: '/404', Page: NotFound, meta: notFoundMeta, words: 'That frame isn’t on the roll', indexed: false },
];

describe.each(pages)('the prerendered page $path', ({ path, Page, meta, words, indexed, data }) => {
  const html = render(Page, path, data);

  it('PUB-08 holds its words before any script runs', () => {
    expect(html).toContain(words);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('id="main"');
  });

  it('SEC-04 has no inline style and no inline handler, which a strict Content-Security-Policy refuses', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/\son[a-z]+=/);
  });

  it('PUB-08 says whether search engines may list it', () => {
    expect(meta()).toContainEqual({ name: 'robots', content: indexed ? 'index, follow' : 'noindex' });
  });

  it('links only to what exists', () => {
    const targets = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1]);
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => `#${match[1]}`);
    const further = [
      '/dashboard',
      '/contact?subject=support',
      '/dashboard/content-filters',
      '/dashboard/content-filters/limits',
      '/dashboard/quality',
      '/dashboard/content-filters/known',
      '/dashboard/tokens',
      '/api/openapi.json',
    ];
    const known = [...pages.map((page) => page.path), ...anchors, ...further, '/contact?subject=sales', '/pricing#measured'];
    // Whether the other page has the anchor is looked up in a browser, by the journey over all links.
    const leadsOn = (target = '') => known.includes(target) || /^\/docs.*#/.test(target);
    expect(targets.filter((target) => !leadsOn(target))).toEqual([]);
  });
});

describe('the account forms', () => {
  it('cannot be sent before the script runs, and would not put a password into the address then', () => {
    for (const [Page, path] of [
      [Login, '/login'] as const,
      [Register, '/register'] as const,
      [ForgotPassword, '/forgot-password'] as const,
      [ResetPassword, '/reset-password'] as const,
      [Contact, '/contact'] as const,
    ]) {
      const html = render(Page, path);
      expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
      expect(html).toContain('method="post"');
    }
  });
});

describe('the page of a new password', () => {
  it('AUTH-14 has a field of the name that password managers read: they pass over one of the type "hidden"', () => {
    const [field = ''] = /<input[^>]*autoComplete="username"[^>]*>/i.exec(render(ResetPassword, '/reset-password')) ?? [];
    expect(field).toContain('name="username"');
    expect(field).not.toContain('type="hidden"');
  });
});

describe('the landing page', () => {
  const html = render(Landing, '/', landingLoader());

  it('carries the placeholder origin where the address of the installation belongs', () => {
    expect(landingMeta()).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://clearframe.invalid/' });
  });

  it('keeps the anchors that other sites may point to', () => {
    for (const id of ['try', 'features', 'how', 'verdict', 'uses', 'developers']) expect(html).toContain(`id="${id}"`);
  });

  it('PUB-01 names its sections as the specification does', () => {
    for (const words of ['Features', 'How it works', 'Use cases', 'Create an account']) expect(html).toContain(words);
  });

  it('says beside the sample verdict what was assessed and what was not', () => {
    const [sample = ''] = /<dl[^>]*data-slot="try-coverage"[\s\S]*?<\/dl>/.exec(html) ?? [];
    expect(sample).toMatch(/Assessed.*Sexually explicit.*Not assessed.*and 13 more/s);
    expect(html).toContain('Assessed by the built-in model');
    expect(html).toMatch(/Not assessed.*Violence.*Minor safety/s);
  });

  it('PUB-11 gives each measured figure with a link to its source', () => {
    const [facts = ''] = /<section[^>]*aria-label="Measured"[\s\S]*?<\/ul>/.exec(html) ?? [];
    const rows = facts.split('</li>').slice(0, -1);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatch(/<b>[^<]+<\/b>[\s\S]*<a [^>]*href="\/(pricing|docs)/);
  });

  it('shows one call in three languages, each to copy', () => {
    for (const label of ['first.sh', 'first.mts', 'first.py']) expect(html).toContain(`<figure aria-label="${label}"`);
  });
});

describe('the theme script', () => {
  it('survives prerendering, which escapes these characters', () => {
    expect(themeScript).not.toMatch(/["'&<>]/);
  });
});
