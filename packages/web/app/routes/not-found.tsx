import { Link } from 'react-router';
import balloon from '../assets/img/balloon.webp';
import books from '../assets/img/books.webp';
import cactus from '../assets/img/cactus.webp';
import car from '../assets/img/car.webp';
import oranges from '../assets/img/oranges.webp';
import pears from '../assets/img/pears.webp';
import phones from '../assets/img/phones.webp';
import stool from '../assets/img/stool.webp';
import { monoFontLinks } from '../mono-font.ts';
import { pageMeta } from '../page-meta.ts';
import notFoundStyles from '../public/not-found.module.css';
import sectionStyles from '../public/section.module.css';
import { sitePages } from '../public/site-pages.ts';
import { staticPage } from '../static-page.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import veilStyles from '../ui/veil.module.css';
import { Corners } from '../ui/veil.tsx';

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
