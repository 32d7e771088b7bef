/** Sections of the documentation's navigation, in reading order. The API reference is the whole of the last one. */
export const guideSections = ['Start', 'Concepts', 'Integrate', 'Operate'] as const;

/** The guides in reading order, section by section. Each is `content/guides/SLUG.md`. */
export const guideSlugs = [
  'first-verdict',
  'marketplace',
  'community',
  'dating-app',
  'reading-a-verdict',
  'review-queue',
  'analyser',
  'thresholds',
  'what-if',
  'keyword-filters',
  'known-pictures',
  'video',
  'measure-quality',
  'accuracy',
  'webhooks',
  'chat-notifications',
  'errors-and-retries',
  'troubleshooting',
  'integrations',
  'openai-format',
  'rekognition-format',
  'yes-or-no',
  'misskey',
  'resumable-uploads',
  'bucket-events',
  'other-analysers',
  'connect-ollama',
  'migrate-from-rekognition',
  'migrate-from-sightengine',
  'migrate-from-nsfwjs',
  'self-hosting',
  'behind-a-proxy',
  'containers',
  'kubernetes',
  'own-postgresql',
  'backup',
  'upgrade',
  'security',
  'limits',
  'billing',
] as const;

/** Where a guide is read. The accuracy page has an address that is short enough to quote. */
export const guidePath = (slug: string): string => (slug === 'accuracy' ? '/docs/accuracy' : `/docs/guides/${slug}`);
