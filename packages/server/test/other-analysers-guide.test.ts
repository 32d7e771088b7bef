import { readFileSync } from 'node:fs';
import { analyserNames } from '@clearframe/engine';
import { describe, expect, it } from 'vitest';
import { readOipMapping } from '../../engine/src/analysers/oip/oip-mapping.ts';
import { OwnSettings } from '../../engine/src/analysers/transformers/local-model.ts';
import { mappingFile } from '../../engine/test/fake-oip.ts';
import { configVariables, readConfig } from '../src/config.ts';

const guide = readFileSync(new URL('../../web/content/guides/other-analysers.md', import.meta.url), 'utf8');
const document = readFileSync(new URL('../../../docs/analysers.md', import.meta.url), 'utf8');

const variablesOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/, 2)),
  );
const blocks = [...guide.matchAll(/```env ([^\n]+)\n([\s\S]*?)```/g)].map(
  ([, label = '', block = '']) => [label, variablesOf(block)] as const,
);

describe('the guide to other analysers', () => {
  it('has an .env for each analyser that can be set', () => {
    expect(blocks.map(([, variables]) => variables.ANALYSERS).sort()).toEqual([...analyserNames].sort());
  });

  it.each(blocks)('shows an .env for %s with which the server starts', (_label, variables) => {
    // "…" stands for the reader's own key; the server refuses it as it stands.
    const filled = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replace('…', 'k')]));
    expect(readConfig(filled).analysers.map(({ name }) => name)).toEqual([variables.ANALYSERS]);
  });

  it('shows own files of model folders as they are read', () => {
    const own = [...guide.matchAll(/```json clearframe[^\n]*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(own).toHaveLength(2);
    for (const block of own) expect(OwnSettings.safeParse(JSON.parse(block)).success, block).toBe(true);
  });

  it.each([
    ['it', guide],
    ['docs/analysers.md', document],
  ])('in %s shows a mapping file as it is read', (_name, text) => {
    const shown = [...text.matchAll(/```json[^\n]*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const mappings = shown.filter((block) => block.includes('"activation"'));
    expect(mappings).toHaveLength(1);
    for (const block of mappings) expect(readOipMapping(mappingFile(JSON.parse(block))).labels).toHaveLength(2);
  });

  it.each([
    ['it', guide],
    ['docs/analysers.md', document],
  ])('in %s names no variable that the server does not read', (_name, text) => {
    const named = [...text.matchAll(/\b(ANALYSERS|OIP|REKOGNITION|GOOGLE|AZURE|SIGHTENGINE|OPENAI|VISION)_[A-Z_]*[A-Z]\b/g)].map(
      ([name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !configVariables.includes(name))).toEqual([]);
  });
});
