import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { renderLegalText } from './legal-text.ts';

const titles = { privacy: 'Privacy', terms: 'Terms' };
/** The operator's texts as HTML; null = not written, the page stays a template. */
export type LegalTexts = Record<keyof typeof titles, string | null>;

async function readText(dataDir: string, name: keyof typeof titles): Promise<string | null> {
  const path = join(dataDir, 'legal', `${name}.md`);
  try {
    // Editors on Windows put a byte order mark in front.
    const markdown = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    return markdown.trim() === '' ? null : renderLegalText(markdown, titles[name]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    // An operator who wrote a text must not be left with the template unawares.
    throw new Error(`The legal text ${path} cannot be read`, { cause: error });
  }
}

/** `DATA_DIR/legal/privacy.md` and `terms.md`, read once at the start. @throws Error when one is there and cannot be read */
export async function readLegalTexts({ dataDir }: Pick<Config, 'dataDir'>): Promise<LegalTexts> {
  return { privacy: await readText(dataDir, 'privacy'), terms: await readText(dataDir, 'terms') };
}

function withText(html: string, name: string, text: string): string {
  const article = new RegExp(`(<article[^>]*\\sdata-legal="${name}"[^>]*>).*?(</article>)`, 's');
  return html
    .replace(article, (_all, opening: string, closing: string) => `${opening}${text}${closing}`)
    .replace('<meta name="robots" content="noindex"/>', '<meta name="robots" content="index, follow"/>');
}

/**
 * A built file with the operator's legal texts: their page instead of the template, open to search engines, and its line in the
 * site map. Any other file comes back as it is.
 * @param path the file's place under the build, with `/` between folders
 */
export function withLegalTexts(path: string, raw: Uint8Array, texts: LegalTexts): Uint8Array {
  const source = () => Buffer.from(raw).toString('utf8');
  if (path === 'privacy/index.html' && texts.privacy !== null) return Buffer.from(withText(source(), 'privacy', texts.privacy));
  if (path === 'terms/index.html' && texts.terms !== null) return Buffer.from(withText(source(), 'terms', texts.terms));
  if (path !== 'sitemap.xml') return raw;
  const written = (['privacy', 'terms'] as const).filter((name) => texts[name] !== null);
  const lines = written.map((name) => `  <url><loc>https://clearframe.invalid/${name}</loc></url>\n`).join('');
  return Buffer.from(source().replace('</urlset>', `${lines}</urlset>`));
}
