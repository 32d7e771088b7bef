import { z } from 'zod';
import limitsPage from '../../../../../docs/limits.md?raw';
import type { Block, GuideSection } from './blocks.ts';
import { blocksOf } from './blocks-of.server.ts';
import { withFigures } from './figures.server.ts';
import { guidePath, guideSections, guideSlugs } from './guide-slugs.ts';

/** Lines between two `---` at the top of a file; one that begins with spaces goes on from the line before. */
const FrontMatter = z.strictObject({
  title: z.string().max(60),
  /** One or two sentences: for the list of guides, and for search engines. */
  description: z.string().min(50).max(200),
  /** Where it stands in the navigation. */
  section: z.enum(guideSections),
  /** Day of the last change. A test compares it with the history. */
  changed: z.iso.date(),
});

export type Guide = z.infer<typeof FrontMatter> & { slug: string; path: string; intro: Block[]; sections: GuideSection[] };

const files: Record<string, string> = import.meta.glob('../../../content/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Without its heading, which the page has already. */
const limitsBody = limitsPage.replace(/^# .*\n/, '');

/** @throws Error naming the guide that cannot be shown, and why: the build then stops */
function guideOf(slug: string): Guide {
  const file = files[`../../../content/guides/${slug}.md`];
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file ?? '');
  if (!match) throw new Error(`content/guides/${slug}.md is missing, or has no front matter`);
  const [, head = '', body = ''] = match;
  try {
    const fields = head
      .replace(/\n +/g, ' ')
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2));
    const text = withFigures(body.replace('{{docs/limits.md}}', limitsBody));
    return { slug, path: guidePath(slug), ...FrontMatter.parse(Object.fromEntries(fields)), ...blocksOf(text) };
  } catch (cause) {
    throw new Error(`content/guides/${slug}.md: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** All guides in reading order, made at build time only. */
export const guides: readonly Guide[] = guideSlugs.map(guideOf);
