import { readFileSync } from 'node:fs';
import { type Category, type Coverage, categoryNames } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { coverage as builtInCoverage } from '../scores.ts';
import { azureCategories, mapAzure } from './azure/azure-mapping.ts';
import { analyserNames } from './create-analysers.ts';
import { mapSafeSearch, safeSearchFields } from './google-vision/google-vision-mapping.ts';
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
