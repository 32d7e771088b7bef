import { readFileSync } from 'node:fs';
import { analyserCoverage, type Category, type Coverage, categoryNames } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { coverage as builtInCoverage } from '../scores.ts';
import { azureCategories, mapAzure } from './azure/azure-mapping.ts';
import { analyserNames } from './create-analysers.ts';
import { mapSafeSearch, safeSearchFields } from './google-vision/google-vision-mapping.ts';
import { categoryOf } from './openai-moderation/openai-moderation.ts';
import { mapRekognition } from './rekognition/rekognition-mapping.ts';
import { coverageOf } from './sightengine/map-sightengine.ts';
import { sightengineModels } from './sightengine/sightengine-mapping.ts';
import { askedCategories } from './vision-llm/question.ts';

/** The table of the document: of each analyser what it says of each category, in the words of the table. */
function readTable(): Map<string, Map<string, string>> {
  const lines = readFileSync(new URL('../../../../docs/analysers.md', import.meta.url), 'utf8').split('\n');
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim());
  const start = lines.findIndex((line) => line.startsWith('| category |'));
  const [, ...names] = cellsOf(lines[start] ?? '');
  const rows = lines.slice(start + 2, start + 2 + categoryNames.length).map(cellsOf);
  return new Map(names.map((name, at) => [name, new Map(rows.map(([category = '', ...cells]) => [category, cells[at] ?? '']))]));
}

const words = (coverage: Coverage | undefined): string => {
  if (coverage === undefined || coverage === 'not_assessed') return '–';
  if (coverage === 'text_only') return 'text';
  return coverage === 'assessed' ? 'yes' : coverage.replace('within:', 'in ');
};

const inCode: Record<string, Partial<Record<Category, Coverage>>> = {
  'built-in': builtInCoverage(),
  'vision-llm': Object.fromEntries(askedCategories.map((name) => [name, 'assessed'])),
  rekognition: mapRekognition([]).coverage,
  'google-vision': mapSafeSearch(Object.fromEntries(safeSearchFields.map((field) => [field, 'POSSIBLE']))).coverage,
  'azure-content-safety': mapAzure(azureCategories.map((category) => ({ category, severity: 0 }))).coverage,
  sightengine: coverageOf(Object.keys(sightengineModels).filter((model) => model !== 'genai')),
};

describe('docs/analysers.md', () => {
  const table = readTable();

  it.each(Object.keys(inCode))('says of %s what it covers', (name) => {
    const covered = inCode[name] ?? {};
    const expected = Object.fromEntries(categoryNames.map((category) => [category, words(covered[category])]));
    expect(Object.fromEntries(table.get(name) ?? [])).toEqual(expected);
  });

  it('is compared with the code for each analyser but those whose answer or model says what was looked at', () => {
    const byAnswer = ['openai-moderation', 'oip', 'transformers'];
    expect(Object.keys(inCode).sort()).toEqual(['built-in', ...analyserNames.filter((name) => !byAnswer.includes(name))].sort());
  });

  it('has a column for each analyser that can be chosen, but for those that see what the operator’s own model sees', () => {
    const byModel = ['oip', 'transformers'];
    const chosen = analyserNames.filter((name) => !byModel.includes(name));
    expect([...table.keys()].sort()).toEqual(['built-in', ...chosen].sort());
  });
});

/** Those to which an analyser gives a score of its own; what is part of another category's score has none. */
const scored = (covered: Partial<Record<Category, Coverage>>, how: Coverage) =>
  categoryNames.filter((name) => covered[name] === how);

describe('the coverage that pages show', () => {
  it.each(Object.entries(inCode))('is for %s what its code covers', (name, covered) => {
    const shown = { pictures: scored(covered, 'assessed'), words: scored(covered, 'text_only') };
    expect(Object.entries(analyserCoverage).find(([analyser]) => analyser === name)?.[1]).toEqual(shown);
  });

  it('is for OpenAI, whose answer says what was looked at, that of its labels and of the document', () => {
    const { pictures, words } = analyserCoverage['openai-moderation'];
    expect([...pictures, ...words].sort()).toEqual([...new Set(Object.values(categoryOf))].sort());
    const column = readTable().get('openai-moderation');
    const said = (word: string) => categoryNames.filter((name) => column?.get(name) === word);
    expect({ pictures, words }).toEqual({ pictures: said('yes'), words: said('text') });
  });

  it('is left open for those that see what the operator’s own model sees', () => {
    const open = Object.entries(analyserCoverage).flatMap(([name, covered]) => (covered === null ? [name] : []));
    expect(open.sort()).toEqual(['oip', 'transformers']);
  });
});
