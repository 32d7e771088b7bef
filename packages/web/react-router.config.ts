import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { guidePath, guideSlugs } from './app/site/guides/guide-slugs.ts';
import { putScriptsAfterText } from './scripts-after-text.ts';
import { slimRouteManifest } from './slim-route-manifest.ts';

/** Public pages are files made at build time; everything under /dashboard runs in the browser from `__spa-fallback.html`. */
export default {
  ssr: false,
  prerender: [
    '/',
    '/features',
    '/pricing',
    '/docs',
    '/docs/api',
    '/docs/search.json',
    '/docs/guides',
    ...guideSlugs.map(guidePath),
    '/about',
    '/contact',
    '/privacy',
    '/terms',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/invite',
    '/notice',
    '/return',
    '/cancel',
    '/goodbye',
    '/404',
  ],
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await putScriptsAfterText(client);
    await slimRouteManifest(client);
  },
} satisfies Config;
