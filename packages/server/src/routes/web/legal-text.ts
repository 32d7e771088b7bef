import { Marked, type RendererObject } from 'marked';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Where a text may lead: an address of the web or of mail, or a place of this site. Anything else stays words. */
const isAllowed = (href: string): boolean => /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(href);

/**
 * Nothing of the file becomes markup but what stands here and marked's own plain elements. Raw HTML above all: the policy of a
 * page allows whatever inline script stands in it.
 */
const renderer: RendererObject = {
  html: ({ text }) => escaped(text),
  link({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    return isAllowed(href) ? `<a class="link" href="${escaped(href)}">${words}</a>` : words;
  },
  image: ({ text }) => escaped(text),
  // One heading of the first level a page, which stands above this text.
  heading({ tokens, depth }) {
    const level = Math.max(2, depth);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
  },
  list({ ordered, start, items }) {
    const body = items.map((item) => this.listitem(item)).join('');
    return ordered ? `<ol class="rules" start="${Number(start) || 1}">${body}</ol>` : `<ul class="rules">${body}</ul>`;
  },
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ text }) => `<p><code>${escaped(text)}</code></p>`,
  table({ header, rows }) {
    const head = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`).join('');
    const line = (row: typeof header) => row.map(({ tokens }) => `<td>${this.parser.parseInline(tokens)}</td>`).join('');
    const body = rows.map((row) => `<tr>${line(row)}</tr>`).join('');
    return `<table class="tbl"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  },
};
const marked = new Marked({ renderer, async: false });

/**
 * An operator's Markdown as HTML that is safe in a page.
 * @param title the heading of the page, where the text does not begin with one of the first level
 */
export function renderLegalText(markdown: string, title: string): string {
  const own = /^\s*# +(\S.*)\n?/.exec(markdown);
  const heading = own?.[1] === undefined ? escaped(title) : marked.parseInline(own[1], { async: false });
  return `<h1>${heading}</h1>${marked.parse(markdown.slice(own?.[0].length ?? 0), { async: false })}`;
}
