import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { LinkButton } from '../shared/ui/button.tsx';
import callToActionStyles from '../site/call-to-action.module.css';
import { Developers } from '../site/developers.tsx';
import { FilmStrip } from '../site/film-strip.tsx';
import { ProductCards } from '../site/product-cards.tsx';
import { productData } from '../site/product-data.ts';
import sectionStyles from '../site/section.module.css';
import { ShutterDrawing } from '../site/shutter-drawing.tsx';
import { SiteFooter } from '../site/site-footer.tsx';
import { SiteHeader } from '../site/site-header.tsx';
import { Steps } from '../site/steps.tsx';
import { TrySection } from '../site/try-it/try-section.tsx';
import { Uses } from '../site/uses.tsx';

export const meta = () =>
  pageMeta({
    title: 'Clearframe · Picture moderation, one frame at a time',
    description:
      'Picture moderation on your own machine: a readable verdict for each upload, keyword rules of your own, ' +
      'and a plain list of what was assessed and what was not.',
    path: '/',
    indexed: true,
    data: [productData()],
  });

export const handle = staticPage;
export const links = monoFontLinks;

export default function Landing() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <div className={`page-width ${sectionStyles.hero}`}>
          <h1>Every frame, checked before it’s seen.</h1>
          <div>
            <p className={sectionStyles.lead} data-slot="section-lead">
              Clearframe runs on your own machine, reads each upload with its own model and your keyword rules, and hands back a
              verdict you can read and check.
            </p>
            <div className={sectionStyles.actions} data-slot="section-actions">
              <LinkButton kind="primary" size="large" to="/register">
                Start with 15 free frames
              </LinkButton>
              <LinkButton kind="secondary" size="large" to="/docs">
                Read the docs
              </LinkButton>
            </div>
          </div>
        </div>
        <FilmStrip />
        <TrySection />
        <Steps />
        <ProductCards />
        <Uses />
        <Developers />
        <section className={callToActionStyles.print}>
          <div className="page-width">
            <div>
              <h2>Put fifteen frames on the table.</h2>
              <p>The trial is free, takes a verified email and no card. See the verdicts on your own pictures first.</p>
              <div className={sectionStyles.actions} data-slot="section-actions">
                <LinkButton kind="primary" size="large" to="/register">
                  Create an account
                </LinkButton>
                <LinkButton kind="ghost" size="large" to="/login">
                  Sign in
                </LinkButton>
              </div>
            </div>
            <ShutterDrawing />
          </div>
        </section>
      </main>
      <SiteFooter />
    </>
  );
}
