import { type Category, type CategoryScores, categoryNames } from '@clearframe/contract';
import { AnalyserError } from '../analyser.ts';
import { keepHighest, type Mapped, type Weights } from '../keep-highest.ts';
import {
  addedUp,
  fieldWeights,
  sectionWeights,
  sightengineModels,
  sightengineUnmapped,
  softeners,
  textIntensities,
  textWeights,
} from './sightengine-mapping.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stands = (path: string, below: string) => path === below || path.startsWith(`${below}.`);

/** Every number below a section, by its path: `gore.classes.corpse`. */
function numbersOf(value: unknown, path: string): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => numbersOf(inner, `${path}.${name}`)) : [];
}

/** How a number counts, and whether it is in the tables at all. */
function weightsOf(path: string): { weights: Weights; isKnown: boolean } {
  const weights = fieldWeights[path];
  if (weights) return { weights, isKnown: true };
  if (sightengineUnmapped.some((field) => stands(path, field))) return { weights: {}, isKnown: true };
  const section = Object.keys(sectionWeights).find((name) => stands(path, name));
  return { weights: (section === undefined ? undefined : sectionWeights[section]) ?? {}, isKnown: false };
}

/** The weights of the categories that are covered. */
const only = (weights: Weights, covered: readonly Category[]): Weights =>
  Object.fromEntries(covered.flatMap((category) => (weights[category] === undefined ? [] : [[category, weights[category]]])));

/** Which part of a number is left after what softens it, 0…1. */
function softened(path: string, numbers: ReadonlyMap<string, number>): number {
  const found = softeners.find(({ field }) => stands(path, field));
  return found ? 1 - found.most * Math.min(1, Math.max(0, numbers.get(found.by) ?? 0)) : 1;
}

function mapText(section: unknown, raise: (weights: Weights, value: number) => void, unmapped: string[]): void {
  if (!isObject(section)) throw new AnalyserError('garbage', 'the answer lacks text');
  for (const [name, found] of Object.entries(section)) {
    if (!Array.isArray(found) || found.length === 0) continue;
    const weights = textWeights[name];
    if (!weights && !sightengineUnmapped.includes(`text.${name}`)) unmapped.push(`text.${name}`);
    if (weights) for (const one of found) raise(weights, intensityOf(one));
  }
}

function intensityOf(finding: unknown): number {
  const word = isObject(finding) ? finding.intensity : undefined;
  return (typeof word === 'string' ? textIntensities[word] : undefined) ?? Math.max(...Object.values(textIntensities));
}

/**
 * The answer in terms of the taxonomy, for the models that were asked.
 * @throws AnalyserError `garbage` when the answer lacks what one of them says: half an answer is none
 */
export function mapSightengine(answer: Readonly<Record<string, unknown>>, models: readonly string[]): Mapped {
  const asked = models.flatMap((name) => sightengineModels[name] ?? []);
  const sections = asked.map(({ section }) => section).filter((section) => section !== 'text');
  const numbers = new Map(sections.flatMap((section) => numbersOf(answer[section], section)));
  for (const { section, needs } of asked)
    for (const field of needs)
      if (!numbers.has(`${section}.${field}`)) throw new AnalyserError('garbage', `the answer lacks ${section}.${field}`);

  const scores: CategoryScores = {};
  const coverage = coverageOf(models);
  const covered = categoryNames.filter((category) => coverage[category] !== undefined);
  for (const category of covered) keepHighest(scores, { [category]: 1 }, 0);
  // A threat with a weapon says nothing of violence where the model of violence was not asked.
  const raise = (weights: Weights, value: number) => keepHighest(scores, only(weights, covered), value);

  const unmapped: string[] = [];
  const sums: Partial<Record<Category, number>> = {};
  for (const [path, value] of numbers) {
    const { weights, isKnown } = weightsOf(path);
    if (!isKnown) unmapped.push(path);
    const counted = value * softened(path, numbers);
    if (!addedUp.some((section) => stands(path, section))) raise(weights, counted);
    else for (const category of categoryNames) sums[category] = (sums[category] ?? 0) + (weights[category] ?? 0) * counted;
  }
  raise(sums, 1);
  if (models.includes('text-content')) mapText(answer.text, raise, unmapped);
  return { scores, coverage, unmapped };
}

/** What the models assess together: a picture that one looks at whole is not only read. */
export function coverageOf(models: readonly string[]): Mapped['coverage'] {
  const coverage: Mapped['coverage'] = {};
  for (const { covers } of models.flatMap((name) => sightengineModels[name] ?? []))
    for (const category of categoryNames) {
      const how = covers[category];
      if (how !== undefined && coverage[category] !== 'assessed') coverage[category] = how;
    }
  return coverage;
}
