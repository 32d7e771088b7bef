import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { programs } from '../docs/programs.server.ts';
import { type Block, type GuideSection, type Inline, plainText } from './blocks.ts';
import { exampleByLabel } from './example-by-label.server.ts';

/** The anchor of a heading: its words, as addresses are written. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** `Title {#old-title}`: a heading that was renamed keeps the anchor that others link to. */
function headingOf({ text, tokens }: Tokens.Heading): { id: string; parts: Inline[] } {
  const parts = inlinesOf(tokens);
  const [, kept] = / \{#([\w-]+)\}$/.exec(text) ?? [];
  const last = parts.at(-1);
  if (kept === undefined || typeof last !== 'string') return { id: anchorOf(text), parts };
  return { id: kept, parts: [...parts.slice(0, -1), last.slice(0, last.lastIndexOf(' {#'))] };
}

const known: readonly string[] = [
  ...[
    'space',
    'heading',
    'paragraph',
    'text',
    'list',
    'list_item',
    'table',
    'code',
    'html',
    'blockquote',
    'hr',
    'def',
    'checkbox',
  ],
  ...['strong', 'em', 'codespan', 'link', 'image', 'br', 'del', 'escape'],
];
const isKnown = (token: Token): token is MarkedToken => known.includes(token.type);

/** Text as the reader has it: the lexer keeps the entities of HTML as they are written, and guides have none. */
function inlineOf(token: Token): Inline {
  if (!isKnown(token)) throw new Error(`A guide cannot show ${token.type}: ${token.raw}`);
  switch (token.type) {
    case 'text':
    case 'escape':
      // Where a line ends in the file means nothing.
      return token.text.replaceAll('\n', ' ');
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'strong':
      return { kind: 'strong', parts: inlinesOf(token.tokens) };
    case 'em':
      return { kind: 'emphasis', parts: inlinesOf(token.tokens) };
    case 'link':
      return linkOf(token);
    default:
      throw new Error(`A guide cannot show ${token.type}: ${token.raw}`);
  }
}

const inlinesOf = (tokens: readonly Token[] = []): Inline[] => tokens.map(inlineOf);

/** Guides lead nowhere but to this installation: what is elsewhere may be gone tomorrow, and nothing here would notice. */
function linkOf({ href, tokens }: Tokens.Link): Inline {
  if (!/^[/#]/.test(href)) throw new Error(`A guide links to its own site only: ${href}`);
  return { kind: 'link', href, parts: inlinesOf(tokens) };
}

/** An item holds one run of text. */
function itemOf({ tokens, raw }: Tokens.ListItem): Inline[] {
  const [only, ...more] = tokens;
  if (!only || more.length > 0 || !('tokens' in only)) throw new Error(`A list of a guide has one paragraph an item: ${raw}`);
  return inlinesOf(only.tokens);
}

/**
 * A fence says what stands in it: `example` and a label = an example of /docs, `programs` and a name = the same program in
 * several languages, anything else is the label of text to copy.
 */
function codeOf({ lang = '', text }: Tokens.Code): Block {
  const [kind = ''] = lang.split(' ', 1);
  const name = lang.slice(kind.length + 1);
  if (kind === 'example') return { kind: 'code', label: name, text: exampleByLabel(name) };
  if (kind === 'programs') {
    if (name !== 'upload' && name !== 'verify') throw new Error(`There are no programs called ${name}`);
    return { kind: 'programs', name, list: programs[name] };
  }
  if (lang === '') throw new Error(`Code of a guide needs a label: ${text}`);
  // As Markdown has it: the language first, for editors.
  return { kind: 'code', label: name === '' ? kind : name, text };
}

function blockOf(token: Token): Block {
  if (!isKnown(token)) throw new Error(`A guide cannot show ${token.type}: ${token.raw}`);
  switch (token.type) {
    case 'heading':
      return { kind: 'heading', ...headingOf(token) };
    case 'paragraph': {
      const [only, ...more] = token.tokens;
      if (only?.type === 'image' && more.length === 0) return { kind: 'picture', name: only.href, alt: only.text };
      return { kind: 'paragraph', parts: inlinesOf(token.tokens) };
    }
    case 'list':
      return { kind: 'list', isOrdered: token.ordered, items: token.items.map(itemOf) };
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => inlinesOf(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens))),
      };
    case 'code':
      return codeOf(token);
    default:
      throw new Error(`A guide cannot show ${token.type}: ${token.raw}`);
  }
}

/** @returns what stands before the first heading of the second level, and a section for each of those */
export function blocksOf(markdown: string): { intro: Block[]; sections: GuideSection[] } {
  const intro: Block[] = [];
  const sections: GuideSection[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'space') continue;
    if (isKnown(token) && token.type === 'heading' && token.depth === 2) {
      const { id, parts } = headingOf(token);
      sections.push({ id, title: plainText(parts), blocks: [] });
    } else (sections.at(-1)?.blocks ?? intro).push(blockOf(token));
  }
  return { intro, sections };
}
