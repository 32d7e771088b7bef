import { useLoaderData } from 'react-router';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { CallToAction } from '../site/call-to-action.tsx';
import { programs } from '../site/docs/programs.server.ts';
import { Coverage } from '../site/landing/coverage.tsx';
import { Facts } from '../site/landing/facts.tsx';
import { FeatureRows } from '../site/landing/feature-rows.tsx';
import { Hero } from '../site/landing/hero.tsx';
import { productData } from '../site/product-data.ts';
import { SiteFooter } from '../site/site-footer.tsx';
import { SiteHeader } from '../site/site-header.tsx';
import { Steps } from '../site/steps.tsx';
import { TrySection } from '../site/try-it/try-section.tsx';
import { Uses } from '../site/uses.tsx';

export const meta = () =>
  pageMeta({
    title: 'Clearframe · Open-source image and video moderation',
    description:
      'Catch explicit uploads before your users do. Clearframe runs on your own server, and every verdict comes with its reasons.',
    path: '/',
    indexed: true,
    data: [productData()],
  });

/** Runs at build time only. */
export const loader = () => programs.first;

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-01. */
export default function Landing() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <TrySection />
        <Facts />
        <FeatureRows programs={useLoaderData<typeof loader>()} />
        <Coverage />
        <Steps />
        <Uses />
        <CallToAction title="Two commands, then it runs." text="Or start here: 15 free frames, no card. A picture costs one." />
      </main>
      <SiteFooter />
    </>
  );
}
