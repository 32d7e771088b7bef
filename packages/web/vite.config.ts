import { basename } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** Fits a module whose path holds one of these, each of them a regular expression. */
const holding = (...parts: string[]): RegExp => new RegExp(parts.join('|'));

/** What is always loaded together. The first group whose `test` fits takes a module and what it alone needs. */
const groups = [
  { name: 'react', priority: 3, test: holding('/node_modules/(react|react-dom|react-router|scheduler)/') },
  // With its setting, which has to come before the first schema.
  { name: 'zod', priority: 3, test: holding('/node_modules/zod/', '/app/schemas-without-eval\\.') },
  {
    // Pages with a form and the dashboard.
    name: 'base',
    priority: 2,
    test: holding(
      // One sheet, not one for each component.
      '/app/(ui|styles)/.*\\.css',
      '/app/ui/(badge|banner|brand|button|field|icon|load-fault|skeleton|spinner|theme-switch|toast|veil)\\.',
      '/app/(session\\.|api\\.|error-message|page-meta|format|next-path|root)',
      '/packages/sdk/',
      'vite/preload-helper',
      '/lucide-react/.*/(Icon|createLucideIcon)\\.',
      '/lucide-react/.*/(check|circle-exclamation-point|key-round|menu|rotate-cw)\\.',
    ),
  },
  {
    // What forms before the sign-in share: as files of their own they were a dozen of less than 1 kB each. Not their frame: its style
    // sheet, the public pages', would come into the dashboard with it.
    name: 'forms',
    priority: 1,
    test: holding(
      '/app/captcha/',
      '/app/account/(form-errors|form-failure|new-password-fields|outbox-hint|password-strength|use-form|use-hydrated)\\.',
      '/app/ui/password-field\\.',
    ),
  },
  // What the public pages share, as one sheet, and what those of the documentation do.
  { name: 'site', priority: 1, test: holding('/app/public/[^/]+\\.module\\.css') },
  { name: 'docs', priority: 1, test: holding('/app/public/docs/[^/]+\\.module\\.css') },
  {
    // The dashboard as it opens, without what later screens alone need of these folders.
    name: 'shell',
    priority: 1,
    test: holding(
      '/node_modules/@tanstack/(?!.*/(use(Queries|InfiniteQuery|Mutation)|(queries|infiniteQuery|mutation)Observer)\\.)',
      '/app/shell/(?!account-choice)',
      '/app/(live|connection)/',
      '/app/features/dashboard/(?!first-steps)',
      '/app/(fetched|require-session|queries|query-client)\\.',
    ),
  },
];

/**
 * Leaves out zod's writer of JSON Schema, a fifth of its code. The reference of the API alone needs it, and is drawn while building
 * (docs/decisions/063). Whatever calls it in a browser throws. The names are read from zod's files, so a new one is there too.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = Array.from(code.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm), ([, name]) => `left as ${name}`);
      return `function left() { throw new Error('No JSON Schema in the browser: see vite.config.ts'); }\nexport { ${names.join()} };`;
    },
  },
};

export default defineConfig({
  plugins: [{ ...withoutJsonSchema, applyToEnvironment: ({ name }) => name === 'client' }, reactRouter()],
  // Readable in the browser, and the same in each of the builds; names of files are unique (`class-names.test.ts`).
  css: { modules: { generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}` } },
  // Every asset stays a file of its own: a strict Content-Security-Policy needs no data: exceptions for scripts or fonts.
  build: { assetsInlineLimit: 0 },
  // Code that is always loaded together is compressed together: a first load of 70 small files weighs 15 kB more.
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // What the pages that are only read run (`page-script/`), which loads its larger part when there is a session to ask for.
  worker: { format: 'es', plugins: () => [withoutJsonSchema] },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000' } },
});
