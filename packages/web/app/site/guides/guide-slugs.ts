/** The guides in reading order: each is `content/guides/SLUG.md` and a page under /docs/guides. */
export const guideSlugs = [
  'first-verdict',
  'keyword-filters',
  'known-pictures',
  'reading-a-verdict',
  'thresholds',
  'video',
  'webhooks',
  'errors-and-retries',
  'limits',
  'billing',
  'self-hosting',
  'backup',
  'security',
  'analyser',
  'other-analysers',
  'accuracy',
] as const;
