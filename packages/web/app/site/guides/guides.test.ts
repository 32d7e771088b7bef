import { readdirSync, readFileSync } from 'node:fs';
import { errorTable, limits } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { searchIndex } from '../search/search-index.server.tsx';
import { shareText } from './accuracy-figures.server.ts';
import { plainText } from './blocks.ts';
import { blocksOf } from './blocks-of.server.ts';
import { withFigures } from './figures.server.ts';
import { guidePath, guideSections, guideSlugs } from './guide-slugs.ts';
import { guides } from './guides.server.ts';

describe('the guides', () => {
  it('are listed, each file once, with titles and anchors of their own', () => {
    const files = readdirSync(new URL('../../../content/guides/', import.meta.url)).map((name) => name.replace('.md', ''));
    expect(files.toSorted()).toEqual([...guideSlugs].toSorted());
    expect(new Set(guides.map(({ title }) => title)).size).toBe(guides.length);
    for (const { slug, sections } of guides) {
      const anchors = sections.flatMap(({ id, blocks }) => [
        id,
        ...blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])),
      ]);
      expect(new Set(anchors).size, slug).toBe(anchors.length);
      expect(sections.length, slug).toBeGreaterThan(1);
    }
  });

  it('stand in the order of the sections of the navigation', () => {
    const places = guides.map(({ section }) => guideSections.indexOf(section));
    expect(places).toEqual(places.toSorted());
    expect(new Set(places).size).toBe(guideSections.length);
    expect(guidePath('accuracy')).toBe('/docs/accuracy');
  });

  it('take figures from the contract, and know none that it does not have', () => {
    expect(withFigures('{{apiUploadMaxBytes.MB}} MB, {{webhooksMax}}')).toBe(`100 MB, ${limits.webhooksMax}`);
    expect(() => withFigures('{{apiUploadMaxByte}}')).toThrow('no figure called apiUploadMaxByte');
  });

  it.each([
    ['raw HTML', '<b onclick="x()">hello</b>', 'cannot show html'],
    ['a link to elsewhere', 'See [this](https://other.example).', 'its own site only'],
    ['a script as a link', 'See [this](javascript:alert(1)).', 'its own site only'],
    ['code without a label', '```\nnpm start\n```', 'needs a label'],
    ['an example that /docs does not have', '```example nothing.sh\n```', 'no example called nothing.sh'],
  ])('refuse %s', (_name, markdown, message) => {
    expect(() => blocksOf(markdown)).toThrow(message);
  });

  it('show what was written: marks, entities and angle brackets', () => {
    expect(blocksOf('A & B, `a < b`, **c** and _d_\n\n## Some title, here!\n\n1. one\n2. two').sections).toEqual([
      {
        id: 'some-title-here',
        title: 'Some title, here!',
        blocks: [{ kind: 'list', isOrdered: true, items: [['one'], ['two']] }],
      },
    ]);
    expect(blocksOf('A & B, `a < b`, **c** and _d_').intro).toEqual([
      {
        kind: 'paragraph',
        parts: [
          'A & B, ',
          { kind: 'code', text: 'a < b' },
          ', ',
          { kind: 'strong', parts: ['c'] },
          ' and ',
          { kind: 'emphasis', parts: ['d'] },
        ],
      },
    ]);
  });

  it('PUB-11 show on the accuracy page what was measured, with its interval', () => {
    const measured: { text: { size: number; words: number; found: number }[]; copies: { hard: { copy: string }[] } } = JSON.parse(
      readFileSync(new URL('../../../../../docs/accuracy.json', import.meta.url), 'utf8'),
    );
    const rows = guides.flatMap(({ slug, sections }) =>
      slug === 'accuracy'
        ? sections.flatMap(({ blocks }) =>
            blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.map(plainText)) : [])),
          )
        : [],
    );
    for (const { size, words, found } of measured.text)
      expect(rows.find(([name]) => name === `${size} pixels`)?.at(-1)).toMatch(new RegExp(`^${found} of ${words}: `));
    for (const { copy } of measured.copies.hard)
      expect(rows.some(([name]) => name?.toLowerCase() === copy.toLowerCase())).toBe(true);
    expect(shareText(0, 23)).toBe('0 of 23: 0 % (0–14.3)');
    expect(shareText(220, 225)).toBe('220 of 225: 97.8 % (94.9–99.0)');
  });

  it('keep the anchor of a heading that was renamed', () => {
    const { sections } = blocksOf('## Events {#what-is-sent}\n\nOne\n\n### `410` answers {#gone}\n\nTwo');
    expect(sections).toMatchObject([{ id: 'what-is-sent', title: 'Events', blocks: [{}, { id: 'gone' }, {}] }]);
    expect(sections[0]?.blocks[1]).toMatchObject({ parts: [{ kind: 'code', text: '410' }, ' answers'] });
  });

  it('say of every error what to do, each once', () => {
    const text = readFileSync(new URL('../../../content/guides/troubleshooting.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/^\| \{\{error\.(\w+)\}\} \| \S.* \|$/gm)].map(([, code]) => code);
    expect(named.toSorted()).toEqual(Object.keys(errorTable).toSorted());
  });

  it('say the same wherever their lines end', () => {
    expect(blocksOf('One **two\nthree** [four\nfive](/docs)\n\n- six\n  seven')).toEqual(
      blocksOf('One **two three** [four five](/docs)\n\n- six seven'),
    );
  });

  it('can be found: every section of every guide is in the index, under its address', () => {
    const paths = searchIndex().map(({ path }) => path);
    for (const { path, sections } of guides) for (const { id } of sections) expect(paths).toContain(`${path}#${id}`);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
