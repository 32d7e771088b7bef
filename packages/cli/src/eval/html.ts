/** Markup that may go into a page as it is. Only `html` makes it. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[];

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (found) => references[found] ?? found);

/** A piece of a page: texts that are filled in are escaped, so that no file name becomes markup. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: pieces.reduce((page, piece, index) => page + markupOf(parts[index - 1] ?? '') + piece) };
}

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('\n');
}
