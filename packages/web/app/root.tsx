import './shared/zod/schemas-without-eval.ts';
import './shared/styles/layers.css';
import './shared/styles/reset.css';
import './shared/styles/tokens.css';
import './shared/styles/primitives.css';
import './shared/styles/prose.css';
import type { ReactNode } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import sansFont from './shared/assets/fonts/schibsted-grotesk.woff2?url';
import mark from './shared/assets/img/mark.svg?url';
import { pageMeta } from './shared/page/page-meta.ts';
import { publicOrigin } from './shared/page/public-origin.ts';
import { useIsStaticPage, useLoadStaticPage } from './shared/page/static-page.ts';
import { SessionProvider } from './shared/session/session.tsx';
import { PageSpinner } from './shared/ui/spinner.tsx';
import { themeScript } from './shared/ui/theme.ts';
import { ToastProvider } from './shared/ui/toast.tsx';
import pageScript from './site/page-script/page-script.ts?worker&url';

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
      <PageSpinner label="Loading" of="dashboard" />
      <ApplicationScripts />
    </>
  );
}

/** PUB-10. */
export { RenderFault as ErrorBoundary } from './shared/page/render-fault.tsx';
