import { Link } from 'react-router';
import balloon from '../shared/assets/img/balloon.webp';
import books from '../shared/assets/img/books.webp';
import cactus from '../shared/assets/img/cactus.webp';
import car from '../shared/assets/img/car.webp';
import oranges from '../shared/assets/img/oranges.webp';
import pears from '../shared/assets/img/pears.webp';
import phones from '../shared/assets/img/phones.webp';
import stool from '../shared/assets/img/stool.webp';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { Button, LinkButton } from '../shared/ui/button.tsx';
import veilStyles from '../shared/ui/veil.module.css';
import { Corners } from '../shared/ui/veil.tsx';
import notFoundStyles from '../site/not-found.module.css';
import sectionStyles from '../site/section.module.css';
import { sitePages } from '../site/site-pages.ts';

export const meta = () => pageMeta({ title: 'Page not found · Clearframe', description: 'This page does not exist.' });

const before = [oranges, books, car, cactus];
const after = [phones, pears, balloon, stool];

function Print({ src }: { src: string }) {
  return (
    <div className={veilStyles.shot} data-slot="shot">
      <img src={src} alt="" width={720} height={540} loading="lazy" />
    </div>
  );
}

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-07: a contact sheet with one frame missing. */
export default function NotFound() {
  return (
    <main id="main">
      <div className={`page-width ${notFoundStyles.notFound}`}>
        <div>
          <span className="eyebrow">404</span>
          <h1>That frame isn’t on the roll</h1>
          <p className={sectionStyles.lead} data-slot="section-lead">
            The page you asked for does not exist, or has moved.
          </p>
          <div className={sectionStyles.actions} data-slot="section-actions">
            <LinkButton kind="primary" size="large" to="/">
              Go Home
            </LinkButton>
            <Button kind="secondary" size="large" data-back="" onClick={() => window.history.back()}>
              Go Back
            </Button>
          </div>
          <div className={notFoundStyles.links}>
            {sitePages.map(({ path, label }) => (
              <Link key={path} className="link" to={path}>
                {label}
              </Link>
            ))}
          </div>
        </div>
        <div className={notFoundStyles.sheet} aria-hidden="true">
          {before.map((src) => (
            <Print key={src} src={src} />
          ))}
          <div className={notFoundStyles.gone}>
            <Corners />
            404
          </div>
          {after.map((src) => (
            <Print key={src} src={src} />
          ))}
        </div>
      </div>
    </main>
  );
}
