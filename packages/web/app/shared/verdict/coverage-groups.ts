import { type AiAnalysis, type Category, type Coverage, categories, categoryNames } from '@clearframe/contract';

export type CoverageGroup = { title: string; labels: string[] };

const isCategory = (name: string): name is Category => name in categories;

/** "Nudity (within Sexually explicit)". */
function withinLabel(category: Category, coverage: Coverage): string {
  const host = coverage.slice('within:'.length);
  return `${categories[category].label} (within ${isCategory(host) ? categories[host].label : host})`;
}

/** What stands beside each verdict: which categories were looked at and which were not, writing included. Empty groups are left out. */
export function coverageGroups({ coverage, writing }: Pick<AiAnalysis, 'coverage' | 'writing'>): CoverageGroup[] {
  const labelsOf = (wanted: Coverage) =>
    categoryNames.filter((name) => coverage[name] === wanted).map((name) => categories[name].label);
  const within = categoryNames.flatMap((name) =>
    coverage[name].startsWith('within:') ? [withinLabel(name, coverage[name])] : [],
  );
  return [
    { title: 'Assessed', labels: [...labelsOf('assessed'), ...within] },
    { title: 'In one picture only', labels: labelsOf('one_picture') },
    { title: 'From text only', labels: labelsOf('text_only') },
    { title: 'Not assessed', labels: labelsOf('not_assessed') },
    { title: 'Not read', labels: writing === 'not_read' ? ['Text'] : [] },
  ].filter((group) => group.labels.length > 0);
}
