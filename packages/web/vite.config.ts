import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** What is always loaded together. The first group whose `test` fits takes a module and what it alone needs. */
const groups = [
  { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    // Pages with a form and the dashboard.
    name: 'base',
    priority: 2,
    test: new RegExp(
      [
        // One sheet, not one for each component.
        'app/(ui|styles)/.*\\.css',
        'app/ui/(badge|banner|brand|button|field|icon|load-fault|skeleton|spinner|theme-switch|toast|veil)\\.',
        'app/(small-zod/|session\\.|api\\.|error-message|page-meta|format|next-path|root)',
        'packages/sdk/',
        'vite/preload-helper',
        'lucide-react/.*/(Icon|createLucideIcon)\\.',
        'lucide-react/.*/(check|circle-exclamation-point|key-round|menu|rotate-cw)\\.',
        'contract/src/(account/signed-in-endpoints|limits|names)\\.',
      ].join('|'),
    ),
  },
  {
    // What forms before the sign-in share: as files of their own they were a dozen of less than 1 kB each. Not their frame: its style
    // sheet, the public pages', would come into the dashboard with it.
    name: 'forms',
    priority: 1,
    test: /app\/account\/(form-errors|form-failure|new-password-fields|outbox-hint|password-strength|use-form|use-hydrated)\.|app\/captcha\/(altcha-challenge|attempt|captcha-box|use-captcha)\.|app\/ui\/password-field\./,
  },
  // What the public pages share, as one sheet, and what those of the documentation do.
  { name: 'site', priority: 1, test: /app\/public\/[^/]+\.module\.css/ },
  { name: 'docs', priority: 1, test: /app\/public\/docs\/[^/]+\.module\.css/ },
  {
    // The dashboard as it opens.
    name: 'shell',
    priority: 1,
    test: /node_modules\/@tanstack\/(?!.*\/(useQueries|queriesObserver|useMutation|mutationObserver)\.)|app\/(shell\/(?!account-choice)|live\/|connection\/|features\/dashboard\/(?!first-steps))|app\/(fetched|require-session|queries|query-client)\./,
  },
];

/** The contract's schemas run in the browser on a tenth of zod's code (docs/decisions/038). */
const smallZod: Plugin = {
  name: 'small-zod',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('./app/small-zod/small-zod.ts', import.meta.url)) : null),
};
/**
 * What is drawn while building takes zod itself: the reference of the API is made of schemas, in ways that no browser needs.
 */
const inBrowser: Plugin = { ...smallZod, applyToEnvironment: ({ name }) => name === 'client' };

export default defineConfig({
  plugins: [inBrowser, reactRouter()],
  // Readable in the browser, and the same in each of the builds; names of files are unique (`class-names.test.ts`).
  css: { modules: { generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}` } },
  // Every asset stays a file of its own: a strict Content-Security-Policy needs no data: exceptions for scripts or fonts.
  build: { assetsInlineLimit: 0 },
  // Code that is always loaded together is compressed together: a first load of 70 small files weighs 15 kB more.
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // What the pages that are only read run (`page-script/`), which loads its larger part when there is a session to ask for.
  // The pages' address of that script comes from the build that draws them, so there too it is made for the browser.
  worker: { format: 'es', plugins: () => [smallZod] },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000' } },
});
