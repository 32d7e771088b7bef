/** A run of text inside a block. */
export type Inline =
  | string
  | { kind: 'strong'; parts: Inline[] }
  | { kind: 'emphasis'; parts: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; parts: Inline[] };

/** What a guide is made of, between two headings of the second level. */
export type Block =
  | { kind: 'heading'; id: string; parts: Inline[] }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; label: string; text: string }
  | { kind: 'programs'; name: string; list: { language: string; label: string; text: string }[] }
  | { kind: 'picture'; name: string; alt: string };

export type GuideSection = { id: string; title: string; blocks: Block[] };

/** What stands in a run, without marks. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.kind === 'code' ? part.text : plainText(part.parts);
    })
    .join('');
}
