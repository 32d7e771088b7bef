import './schemas-without-eval.ts';
import './styles/layers.css';
import './styles/reset.css';
import './styles/tokens.css';
import './styles/primitives.css';
import './styles/prose.css';
import { messages } from '@clearframe/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import sansFont from './assets/fonts/schibsted-grotesk.woff2?url';
import mark from './assets/img/mark.svg?url';
import { pageMeta } from './page-meta.ts';
import pageScript from './page-script/page-script.ts?worker&url';
import { publicOrigin } from './public-origin.ts';
import styles from './root.module.css';
import { SessionProvider } from './session.tsx';
import { useIsStaticPage } from './static-page.ts';
import { themeScript } from './theme.ts';
import { Brand } from './ui/brand.tsx';
import buttonStyles from './ui/button.module.css';
import { PageSpinner } from './ui/spinner.tsx';
import { ToastProvider } from './ui/toast.tsx';

export const links: LinksFunction = () => [
  { rel: 'icon', href: mark, type: 'image/svg+xml' },
  { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

export const meta = () => pageMeta({ title: 'Clearframe', description: 'Moderation of pictures that a business runs itself.' });

function ApplicationScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

/** The document around every page. The theme is set before the first paint, so the server's markup may lack it. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="clearframe-origin" content={publicOrigin()} />
        <script>{themeScript}</script>
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/**
 * Loads the document of a page that is only read when the running application is led there. Where the application itself was loaded
 * for such a page (an unknown address under /dashboard) there is no other document, and it draws the page. @returns whether it leaves
 */
function useLoadStaticPage(): boolean {
  const isStatic = useIsStaticPage();
  const loadedFor = useRef(isStatic);
  const isLeaving = isStatic && !loadedFor.current;
  useEffect(() => {
    if (isLeaving) window.location.reload();
  }, [isLeaving]);
  return isLeaving;
}

export default function Root() {
  const isStatic = useIsStaticPage();
  const isLeaving = useLoadStaticPage();
  return (
    <>
      <SessionProvider>
        <ToastProvider>{isLeaving ? <PageSpinner label="Loading" /> : <Outlet />}</ToastProvider>
      </SessionProvider>
      {/* Where the browser draws, the application runs already. */}
      {isStatic && typeof document === 'undefined' ? <script type="module" src={pageScript} /> : <ApplicationScripts />}
    </>
  );
}

/** What the empty page of the signed-in part shows until its script runs. */
export function HydrateFallback() {
  return (
    <>
      <PageSpinner label="Loading" />
      <ApplicationScripts />
    </>
  );
}

/** PUB-10: the page for a fault while drawing a page. */
export function ErrorBoundary() {
  return (
    <main id="main" className={styles.fault}>
      <Brand to="/" />
      <h1>{messages.renderFailed}</h1>
      <p className={styles.lead}>The page could not be drawn. Nothing you uploaded or decided is lost.</p>
      <div className={styles.actions}>
        <button
          className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.large}`}
          data-slot="button button-primary"
          type="button"
          onClick={() => window.location.reload()}
        >
          Reload the page
        </button>
        <a
          className={`${buttonStyles.button} ${buttonStyles.secondary} ${buttonStyles.large}`}
          data-slot="button button-secondary"
          href="/"
        >
          Go Home
        </a>
      </div>
    </main>
  );
}
