import { basename } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** Fits a module whose path holds one of these folders or packages. */
const within = (...folders: string[]): RegExp => new RegExp(folders.map((folder) => folder.replaceAll('/', '\\/')).join('|'));

/** What is always loaded together: folders, never files that are picked out of one. The first group that fits takes a module. */
const groups = [
  {
    name: 'react',
    priority: 3,
    test: within('/node_modules/react/', '/node_modules/react-dom/', '/node_modules/react-router/', '/node_modules/scheduler/'),
  },
  // With its setting, which has to come before the first schema.
  { name: 'zod', priority: 3, test: within('/node_modules/zod/', '/app/shared/zod/') },
  // Pages with a form and the dashboard.
  {
    name: 'shared',
    priority: 2,
    test: within(
      '/app/shared/ui/',
      '/app/shared/styles/',
      '/app/shared/api/',
      '/app/shared/session/',
      '/app/shared/connection/',
      '/app/shared/page/',
      '/app/shared/format/',
      '/packages/sdk/',
      '/packages/contract/src/(limits|names)\\.ts',
      'vite/preload-helper',
    ),
  },
  { name: 'forms', priority: 1, test: within('/app/shared/form/') },
  { name: 'captcha', priority: 1, test: within('/app/shared/captcha/') },
  {
    name: 'shell',
    priority: 1,
    test: within(
      '/app/dashboard/shell/layout/',
      '/app/dashboard/shell/live/',
      '/app/dashboard/shell/page/',
      '/app/dashboard/shell/session/',
      '/app/dashboard/home/(?!first-run/|reading/)',
      '/app/dashboard/ui/.*\\.css',
    ),
  },
  { name: 'dialog', priority: 1, test: within('/app/dashboard/ui/dialog/') },
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

/**
 * Leaves out the key of each line of an icon: random letters, which no compression shortens. React asks for keys where a list may
 * change its order, and warns of missing ones in development alone; the lines of an icon never change.
 */
const withoutIconKeys: Plugin = {
  name: 'without-icon-keys',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/ },
    handler: (code) => code.replaceAll(/,?\s*key: "[^"]+"/g, ''),
  },
};

/**
 * Leaves out zod's own sentences, a kilobyte that every first load would carry: what people read of a form stands in the contract.
 * A schema without a sentence of its own says what the server says then.
 */
const withoutZodWords: Plugin = {
  name: 'without-zod-words',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/zod\/v4\/locales\/en\.js$/ },
    handler: () => "export default () => ({ localeError: () => 'This value is not accepted' });\n",
  },
};

const inBrowser: Pick<Plugin, 'applyToEnvironment'> = { applyToEnvironment: ({ name }) => name === 'client' };

export default defineConfig({
  plugins: [
    { ...withoutJsonSchema, ...inBrowser },
    { ...withoutZodWords, ...inBrowser },
    { ...withoutIconKeys, ...inBrowser },
    reactRouter(),
  ],
  // Readable in the browser, and the same in each of the builds; names of files are unique (`class-names.test.ts`).
  css: { modules: { generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? '', '.module.css')}_${name}` } },
  // Every asset stays a file of its own: a strict Content-Security-Policy needs no data: exceptions for scripts or fonts.
  build: {
    assetsInlineLimit: 0,
    // A list of them for each dialog weighs on every first screen; a dialog finds its own when it is opened.
    modulePreload: { resolveDependencies: () => [] },
  },
  // Code that is always loaded together is compressed together: a first load of 70 small files weighs 15 kB more.
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // What the pages that are only read run (`page-script/`), which loads its larger part when there is a session to ask for.
  worker: { format: 'es', plugins: () => [withoutJsonSchema, withoutZodWords] },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000' } },
});
