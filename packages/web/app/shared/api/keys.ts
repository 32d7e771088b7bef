/** Numbers, words and objects that JSON can write: what a key is made of. */
type Part = unknown;

/**
 * What each answer is kept under, for as long as a page shows it. `all` names everything of its kind: whoever changed something
 * invalidates that, or the part that changed.
 */
export const keys = {
  media: {
    all: ['media'] as const,
    summary: ['media', 'summary'] as const,
    lists: ['media', 'list'] as const,
    list: (wish: Part) => ['media', 'list', wish] as const,
    allCounts: ['media', 'counts'] as const,
    counts: (search: string) => ['media', 'counts', search] as const,
    item: (id: string | null) => ['media', 'item', id] as const,
    neighbours: (id: string, search: string) => ['media', 'neighbours', id, search] as const,
    roll: (id: string, search: string) => ['media', 'roll', id, search] as const,
    allDeliveries: ['media', 'deliveries'] as const,
    deliveries: (id: string) => ['media', 'deliveries', id] as const,
    statements: (id: string) => ['media', 'statements', id] as const,
  },
  /** Who looks at what. */
  claims: ['claims'] as const,
  exposure: { own: ['exposure'] as const, settings: ['exposure-settings'] as const, team: ['exposure-team'] as const },
  /** Of the person: one by its id, or the newest. */
  bulkRun: (id: string | null) => ['bulk-run', id] as const,
  nextInQueue: (id: string, search: string) => ['next-in-queue', id, search] as const,
  /** Of one analysis: another one has seconds of its own. Kept apart from `media`, because an analysis never changes. */
  videoSeconds: (id: string, checkedAt: string | null) => ['video-seconds', id, checkedAt] as const,
  /** Frames, plan and subscription. */
  usage: {
    all: ['usage'] as const,
    history: (period: Part) => ['usage', 'history', period] as const,
    invoices: ['usage', 'invoices'] as const,
  },
  plans: ['plans'] as const,
  quality: {
    all: ['quality'] as const,
    report: (period: Part) => ['quality', 'report', period] as const,
    settings: ['quality', 'settings'] as const,
  },
  transparency: {
    figures: (period: Part) => ['transparency', 'figures', period] as const,
    settings: ['transparency', 'settings'] as const,
    previews: ['transparency', 'preview'] as const,
    preview: (page: number) => ['transparency', 'preview', page] as const,
    runs: ['transparency', 'runs'] as const,
  },
  keywords: ['keywords'] as const,
  keywordPresets: ['keyword-presets'] as const,
  wordLists: ['word-lists'] as const,
  keywordHits: (tried: Part) => ['keyword-hits', tried] as const,
  policy: ['policy'] as const,
  policies: ['policies'] as const,
  scores: ['scores'] as const,
  /** What is not read, and how far the reading is. */
  writing: ['writing'] as const,
  /** That one item is to be read: asked for once while its page is open. */
  readingOf: (id: string, checkedAt: string | null) => ['reading-of', id, checkedAt] as const,
  /** Compared with the policy that is saved. */
  whatIf: {
    all: ['what-if'] as const,
    of: (change: Part, items: Part, page: number) => ['what-if', change, items, page] as const,
  },
  knownPictures: {
    all: ['known-pictures'] as const,
    summary: ['known-pictures', 'summary'] as const,
    list: (list: string, hash: string, page: number) => ['known-pictures', 'list', list, hash, page] as const,
  },
  labels: ['labels'] as const,
  views: ['views'] as const,
  authors: {
    all: ['authors'] as const,
    list: (search: string, sort: string, page: number) => ['authors', 'list', search, sort, page] as const,
    /** What an item or a decision changes of one or of some. */
    figures: ['authors', 'figures'] as const,
    one: (id: string) => ['authors', 'figures', id] as const,
    strikes: (ids: readonly string[]) => ['authors', 'figures', ids] as const,
    settings: ['authors', 'settings'] as const,
    /** Beside them: reading all of them anew would ask for whoever is gone. */
    erasure: (id: string) => ['erasure', id] as const,
  },
  appeals: {
    all: ['appeals'] as const,
    list: (status: string, page: number) => ['appeals', 'list', status, page] as const,
    one: (id: string) => ['appeals', 'one', id] as const,
  },
  statement: (id: string) => ['statement', id] as const,
  statementSettings: ['statement-settings'] as const,
  notices: {
    all: ['notices'] as const,
    list: (tab: string, page: number) => ['notices', 'list', tab, page] as const,
    one: (id: string) => ['notices', 'one', id] as const,
    settings: ['notices', 'settings'] as const,
    counts: ['notices', 'counts'] as const,
    about: (mediaId: string) => ['notices', 'about', mediaId] as const,
  },
  audit: { head: ['audit', 'head'] as const, page: (search: string) => ['audit', 'page', search] as const },
  tokens: ['tokens'] as const,
  webhooks: ['webhooks'] as const,
  buckets: {
    list: ['buckets'] as const,
    objects: (id: string, state: string, page: number) => ['bucket-objects', id, state, page] as const,
  },
  chatHooks: ['chat-hooks'] as const,
  checkers: ['checkers'] as const,
  doorSettings: ['door-settings'] as const,
  deliveries: {
    all: ['deliveries'] as const,
    log: (webhookId: string, search: string) => ['deliveries', 'log', webhookId, search] as const,
    one: (id: string) => ['deliveries', 'one', id] as const,
  },
  exports: { all: ['exports'] as const, csv: (kind: string) => ['exports', kind] as const },
  deletion: ['deletion'] as const,
  retention: ['retention'] as const,
  ownAccounts: ['own-accounts'] as const,
  team: ['team'] as const,
  twoStep: ['two-step'] as const,
  passkeys: ['passkeys'] as const,
  sessions: ['sessions'] as const,
  securityEvents: { all: ['security-events'] as const, page: (page: number) => ['security-events', page] as const },
  emailChange: ['email-change'] as const,
};
