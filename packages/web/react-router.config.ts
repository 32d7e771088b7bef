import type { Config } from '@react-router/dev/config';

/** Public pages are files made at build time; everything under /dashboard runs in the browser from `__spa-fallback.html`. */
export default {
  ssr: false,
  prerender: [
    '/',
    '/features',
    '/pricing',
    '/docs',
    '/docs/api',
    '/about',
    '/contact',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/invite',
    '/return',
    '/cancel',
    '/goodbye',
    '/404',
  ],
} satisfies Config;
