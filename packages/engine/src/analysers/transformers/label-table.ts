import { type Category, type CategoryScores, type Coverage, categoryNames } from '@clearframe/contract';
import type { Mapped } from '../keep-highest.ts';

/** Rises whenever the table below or the rule behind it changes. */
export const LABELS_VERSION = 1;

/** The categories that a label stands for; none = it stands for something harmless. */
export type LabelTable = Readonly<Record<string, readonly Category[]>>;

/**
 * Labels of published classifiers of pictures (Falconsai, AdamCodd, Marqo, viddexa, Freepik, nsfwjs and those trained on its classes),
 * as {@link plain} writes them.
 */
export const knownLabels: LabelTable = {
  nsfw: ['sexual_explicit'],
  porn: ['sexual_explicit'],
  pornography: ['sexual_explicit'],
  hentai: ['sexual_explicit', 'synthetic'],
  nude: ['nudity'],
  nudity: ['nudity'],
  sexy: ['sexual_suggestive'],
  'enticing or sensual': ['sexual_suggestive'],
  drawing: ['synthetic'],
  drawings: ['synthetic'],
  'anime picture': ['synthetic'],
  artificial: ['synthetic'],
  'ai generated': ['synthetic'],
  violence: ['violence'],
  violent: ['violence'],
  gore: ['gore'],
  weapon: ['weapons'],
  weapons: ['weapons'],
  drugs: ['drugs'],
  normal: [],
  neutral: [],
  safe: [],
  sfw: [],
  clean: [],
  human: [],
  real: [],
  'non violent': [],
  'non violence': [],
};

/** Case, dashes and underscores do not tell labels apart. */
export const plain = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ');

/**
 * What a classifier's likelihoods mean. Of labels that exclude each other those of a category are added up, of others the highest
 * counts. `nsfw` is sexually explicit with nudity within, since such models do not tell the two apart.
 * @param likelihoods of every label, 0…1
 */
export function readLabels(
  likelihoods: ReadonlyMap<string, number>,
  { table, exclusive }: { table: LabelTable; exclusive: boolean },
): Mapped {
  const scores: CategoryScores = {};
  const coverage: Partial<Record<Category, Coverage>> = {};
  for (const category of categoryNames) {
    const values = [...likelihoods].filter(([label]) => table[plain(label)]?.includes(category)).map(([, value]) => value);
    if (values.length === 0) continue;
    const value = exclusive ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values);
    scores[category] = Math.min(1, Math.round(value * 10_000) / 10_000);
    coverage[category] = 'assessed';
  }
  const labels = [...likelihoods.keys()];
  const isNsfw = labels.some((label) => plain(label) === 'nsfw' && table[plain(label)]?.includes('sexual_explicit'));
  if (isNsfw && coverage.nudity === undefined) coverage.nudity = 'within:sexual_explicit';
  return { scores, coverage, unmapped: labels.filter((label) => table[plain(label)] === undefined) };
}
