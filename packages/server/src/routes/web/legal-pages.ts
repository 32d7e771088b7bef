import type { Config } from '../../config.ts';
import { type LegalName, readLegalText } from '../../settings/legal-texts.ts';
import { renderLegalText } from './legal-text.ts';

const titles: Record<LegalName, string> = { privacy: 'Privacy', terms: 'Terms' };
/** The operator's texts as HTML; null = not written, the page stays a template. */
export type LegalTexts = Record<LegalName, string | null>;

/** `privacy.md` and `terms.md` of LEGAL_DIR, read once at the start. @throws Error when one is there and cannot be read */
export function readLegalTexts(config: Pick<Config, 'legalDir'>): LegalTexts {
  const html = (name: LegalName): string | null => {
    const markdown = readLegalText(config, name);
    return markdown === null ? null : renderLegalText(markdown, titles[name]);
  };
  return { privacy: html('privacy'), terms: html('terms') };
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
