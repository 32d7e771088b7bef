/** The guides in reading order: each is `content/guides/SLUG.md` and a page under /docs/guides. */
export const guideSlugs = ['first-verdict', 'limits'] as const;
