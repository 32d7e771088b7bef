import type { Share } from '@clearframe/contract';
import type { AnalyserSummary, Measured, Section } from './evaluate.ts';
import type { BestThreshold, Confusion } from './statistics.ts';

/** A row of a table whose columns are the analysers: what it says, and a cell for each. */
export type Row = { name: string; cells: string[] };

const NONE = '–';

/** The figures of one question, as the terminal and the page show them. */
export function rowsOf({ question, limit, measured }: Section): Row[] {
  const row = (name: string, cellOf: (one: Measured) => string): Row => ({ name, cells: measured.map(cellOf) });
  const count = (name: string, field: keyof Confusion) =>
    row(name, ({ present }) => (present ? String(present.confusion[field]) : NONE));
  const threshold = (value: number) => (question === 'flagged' ? `${value.toFixed(2)} × limits` : value.toFixed(3));
  const best = (one: BestThreshold | null, index: string) =>
    one ? `${threshold(one.threshold)} (${index} ${one.value.toFixed(3)})` : NONE;
  const confusion = (one: BestThreshold | null) => (one ? inShort(one.confusion) : NONE);
  return [
    row('Counted', ({ positives, negatives }) =>
      positives + negatives === 0 ? 'not assessed' : `${positives + negatives}: ${positives} yes, ${negatives} no`,
    ),
    row('Area under the ROC', ({ auc }) => auc?.toFixed(3) ?? NONE),
    row('Limit in force', () => (limit ? `${threshold(limit.value)} (${limit.kind})` : 'none')),
    row('Precision', ({ present }) => shareText(present?.quality.precision)),
    row('Recall', ({ present }) => shareText(present?.quality.recall)),
    row('F1', ({ present }) => shareText(present?.quality.f1)),
    count('Rightly flagged', 'truePositives'),
    count('Wrongly flagged', 'falsePositives'),
    count('Missed', 'falseNegatives'),
    count('Rightly let through', 'trueNegatives'),
    row('Best by F1', ({ bestF1 }) => best(bestF1, 'F1')),
    row('  at best F1: right, wrong, missed', ({ bestF1 }) => confusion(bestF1)),
    row('Best by Youden', ({ bestYouden }) => best(bestYouden, 'J')),
    row('  at best Youden: right, wrong, missed', ({ bestYouden }) => confusion(bestYouden)),
  ];
}

/** What the analysers take, whatever the question. */
export function costRowsOf(analysers: readonly AnalyserSummary[]): Row[] {
  const row = (name: string, cellOf: (one: AnalyserSummary) => string): Row => ({ name, cells: analysers.map(cellOf) });
  return [
    row('Answered', ({ answered }) => String(answered)),
    row('Time a picture, mean', ({ meanMs }) => millis(meanMs)),
    row('Time a picture, 95 %', ({ p95Ms }) => millis(p95Ms)),
    row('Cost a picture', ({ costMicros }) => (costMicros === null ? 'not known' : `$${(costMicros / 1e6).toFixed(6)}`)),
  ];
}

const millis = (value: number | null): string => (value === null ? NONE : `${Math.round(value)} ms`);

const shareText = (share: Share | null | undefined): string =>
  share ? `${share.value.toFixed(2)} (${share.low.toFixed(2)}–${share.high.toFixed(2)}, n ${share.n})` : NONE;

const inShort = ({ truePositives, falsePositives, falseNegatives }: Confusion): string =>
  `${truePositives}, ${falsePositives}, ${falseNegatives}`;

/** How the figures are to be read; below every table. */
export const notes = [
  'In brackets: the 95 % interval (Wilson) and how many pictures the figure rests on.',
  'A best threshold was chosen on these very pictures: on others it does worse.',
] as const;

export const flaggedNote =
  'Of the verdict a score is the highest one in relation to its category’s flag limit: "1.20 × limits" means limits 1.2 times as high.';
