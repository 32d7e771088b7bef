/** Which workspace may import which (ARCHITECTURE.md, Rooms). */
export const packageArrows = {
  contract: [],
  engine: ['contract'],
  sdk: ['contract'],
  web: ['contract', 'sdk'],
  cli: ['contract', 'engine', 'sdk'],
  server: ['contract', 'engine'],
};

/** Doors of a workspace beside its first one. */
export const moreDoors = { engine: ['light', 'video'] };

/** Modules of Node that no file below a folder may import: the engine is bytes in, Analysis out. Videos are files, models lie in some. */
export const closedModules = {
  'packages/engine/src/': ['node:net', 'node:http', 'node:https', 'node:process'],
  'packages/engine/src/(?!video/)': ['node:child_process'],
  'packages/engine/src/(?!video/|text/text-models\\.ts$|credentials/reader-files\\.ts$|analysers/transformers/folder-files\\.ts$)':
    ['node:fs', 'node:fs/promises'],
};

/** Texts that were given: their lines are as long as they are. */
export const givenLines = ['docs/specification.md', 'docs/acceptance.md'];

/** Markup, or what is kept, that one place writes for all: below which folder, in which folders or files alone, and what others use. */
export const onlyIn = [
  {
    markup: /<table\b/,
    below: 'packages/web/app/dashboard/',
    places: ['packages/web/app/dashboard/ui/data-table.tsx'],
    instead: 'DataTable',
  },
  {
    markup: /<(dialog|Dialog|DialogFrame)\b/,
    below: 'packages/web/app/',
    places: [
      'packages/web/app/dashboard/ui/dialog/',
      // No questions: a list of keys, choices that hold at once, codes and keys that are shown, a list of plans, a search over everything.
      'packages/web/app/dashboard/shell/palette/palette.tsx',
      'packages/web/app/dashboard/media/decide/shortcuts-dialog.tsx',
      'packages/web/app/dashboard/media/care/care-dialog.tsx',
      'packages/web/app/dashboard/media/viewer/viewer.tsx',
      'packages/web/app/dashboard/filters/limits/flips-dialog.tsx',
      'packages/web/app/dashboard/account/two-step/two-step-section.tsx',
      'packages/web/app/dashboard/subscription/plan-dialogs.tsx',
      'packages/web/app/dashboard/tokens/aws-keys-dialog.tsx',
    ],
    instead: 'DialogForm or AskDialog',
  },
  {
    // A date that is only text names its moment to no program, and has no tooltip.
    markup:
      /(?<![$=]|<time [^>\n]*>)\{format(Age|Date|DateTime|Moment|ShortDate)\(|cell: .* => format(Age|Date|DateTime|Moment|ShortDate)\(/,
    below: 'packages/web/app/',
    places: ['packages/web/app/shared/ui/time.tsx'],
    instead: 'Time',
  },
  {
    // Two that are the same by chance show the answer of one as that of the other.
    markup: /queryKey: ?\[/,
    below: 'packages/web/app/',
    places: [],
    instead: 'a key of shared/api/keys.ts',
  },
];

/** The only files of the server that load codecs and models: programs that are shut in, and the one that prepares models and ends. */
export const mayDecode = [
  'src/processes/decoder.ts',
  'src/processes/decoding.ts',
  'src/models/prepare-classifier.ts',
  'src/models/local-models.ts',
];

/** Implementations behind an interface: they know nothing of what is above them. */
const leaves = [
  'db',
  'storage',
  'mail',
  'captcha',
  'security',
  'queue',
  'hashes',
  'live',
  'metrics',
  'models',
  'payments',
  'presence',
  'settings',
  'threads',
  'tools',
  'tracing',
  'confinement',
];
/** The rules of each noun, lowest first: one may use those before it, never those after it. */
const nouns = [
  'objects',
  'audit',
  'contact',
  'idempotency',
  'keywords',
  'labels',
  'known-pictures',
  'policy',
  'webhooks',
  'billing',
  'accounts',
  'team',
  'quality',
  'authors',
  'exposure',
  'moderation',
  'statements',
  'notices',
  'transparency',
  'retention',
  'visitors',
  'batches',
  'exports',
  'erasures',
  'deletion',
  'console',
];
const plain = [
  'clock.ts',
  'config.ts',
  'config-monitoring.ts',
  'config-retention.ts',
  'config-roles.ts',
  'config-storage.ts',
  'config-tracing.ts',
  'environment.ts',
  'work-context.ts',
];
const base = [...plain, 'context.ts', 'log.ts'];

/** Which room inside packages/server/src may import which. A room that is not named here is a violation by itself. */
export const serverArrows = {
  // A leaf names the parts that it needs, and knows nothing of the list of all.
  ...Object.fromEntries(leaves.map((leaf) => [leaf, [...leaves, ...plain]])),
  ...Object.fromEntries(nouns.map((noun, place) => [noun, [...nouns.slice(0, place), ...leaves, ...base]])),
  // No SQL in what speaks HTTP.
  routes: [...nouns, ...leaves.filter((leaf) => leaf !== 'db'), ...base],
  // Each speaks somebody else's protocol, from its addresses to its rows.
  doors: ['routes', ...nouns, ...leaves, ...base],
  jobs: ['doors', ...nouns, ...leaves, ...base],
  'config.ts': [
    'config-analysers.ts',
    'config-captcha.ts',
    'config-database.ts',
    'config-monitoring.ts',
    'config-retention.ts',
    'config-roles.ts',
    'config-storage.ts',
    'config-tracing.ts',
    'config-names.ts',
    'config-payments.ts',
    'environment.ts',
  ],
  'config-captcha.ts': [],
  'config-database.ts': [],
  'config-monitoring.ts': [],
  'config-retention.ts': [],
  'config-roles.ts': [],
  'config-storage.ts': [],
  'config-tracing.ts': [],
  'config-names.ts': [],
  'environment.ts': [],
  'config-analysers.ts': [],
  'config-payments.ts': [],
  'clock.ts': [],
  'work-context.ts': [],
  'log.ts': [...plain, 'presence'],
  'context.ts': [...leaves, ...base],
  'create-context.ts': [...leaves, ...base],
  'app.ts': ['routes', 'doors', ...nouns, ...leaves, ...base],
  processes: ['app.ts', 'create-context.ts', 'jobs', 'supervisor', ...nouns, ...leaves, ...base],
  supervisor: [...leaves, ...base],
  'supervisor.ts': ['supervisor', ...leaves, ...base],
  'start.ts': ['supervisor.ts', 'supervisor', ...base],
  'main.ts': ['start.ts', 'quick-imports.ts', ...base],
  'quick-imports.ts': [],
  operator: ['supervisor', ...nouns, ...leaves, ...base],
  'operator.ts': ['operator', 'quick-imports.ts', ...base],
};

/** Which room inside packages/web/app may import which: an address leads to a page, and both sides of the sign-in share. */
export const webArrows = {
  'root.tsx': ['site', 'shared'],
  'routes.ts': [],
  routes: ['site', 'sign-in', 'dashboard', 'shared'],
  site: ['shared'],
  'sign-in': ['shared'],
  dashboard: ['shared'],
  shared: [],
};

/**
 * Rooms of a room, by workspace, and which of the others each may import. A file that lies beside them opens or closes the room for
 * others, and may use all of them.
 */
export const innerArrows = {
  // The first screen shows a little of every room, so it stands last.
  'web/dashboard': inOrder([
    'ui',
    'shell',
    'upload',
    'media',
    'filters',
    'uploaders',
    'quality',
    'transparency',
    'tokens',
    'webhooks',
    'integrations',
    'notices',
    'appeals',
    'subscription',
    'account',
    'operator',
    'home',
  ]),
  // An item is taken in, examined, judged, decided about and told of; each step knows those that it needs, never the next one.
  'server/moderation': inOrder([
    'item',
    'list',
    'judge',
    'claim',
    'tell',
    'decide',
    'bulk',
    'analyse',
    'read',
    'upload',
    'check',
    'what-if',
  ]),
  // Doors do not know each other.
  'server/doors': {
    chat: [],
    shared: [],
    ...Object.fromEntries(['checker', 'mcp', 'misskey', 'oip', 'openai', 's3-events', 'tus'].map((door) => [door, ['shared']])),
    // An object of a bucket is read by the reader of the buckets.
    rekognition: ['shared', 's3-events'],
  },
  // What every route needs, the form of an upload, then the nouns, which do not know each other.
  'server/routes': {
    http: [],
    upload: ['http'],
    ...Object.fromEntries(
      [
        'account',
        'billing',
        'external',
        'media',
        'notices',
        'operation',
        'policy',
        'sign-in',
        'statements',
        'team',
        'transparency',
        'visitors',
        'web',
        'webhooks',
      ].map((noun) => [noun, ['http', 'upload']]),
    ),
  },
};

/** Each may use those before it. */
function inOrder(rooms) {
  return Object.fromEntries(rooms.map((room, place) => [room, rooms.slice(0, place)]));
}
