import type { CountedShare, QualityReport, ShareEstimate } from '@clearframe/contract';

type Line = readonly [figure: string, of: string | null, n: number, hits: number | null, ...bounds: (number | null)[]];

export const qualityHead = ['figure', 'of', 'n', 'hits', 'share', 'low_95', 'high_95'];

/** Four digits: more would say more than is known. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

function bounds(estimate: ShareEstimate | null): (number | null)[] {
  return estimate ? [estimate.share, estimate.low, estimate.high].map(rounded) : [null, null, null];
}

const shareLine = (figure: string, of: string | null, { n, hits, estimate }: CountedShare): Line => [
  figure,
  of,
  n,
  hits,
  ...bounds(estimate),
];
const countLine = (figure: string, of: string | null, n: number): Line => [figure, of, n, null, null, null, null];

/** Every figure of a report as a line of the CSV file. A share that is too few to say stays empty. */
export function qualityLines(report: QualityReport): Line[] {
  const { misses, recall } = report;
  const versions = (kind: string, rows: QualityReport['by_analysis_version']) =>
    rows.flatMap(({ version, judged, override, precision }) => [
      countLine(`judged_by_${kind}`, version, judged),
      shareLine(`override_by_${kind}`, version, override),
      shareLine(`precision_by_${kind}`, version, precision),
    ]);
  return [
    countLine('judged', null, report.judged),
    countLine('decided', null, report.decided),
    countLine('decided_by_programs', null, report.by_programs),
    shareLine('override', null, report.override),
    shareLine('precision', null, report.precision),
    ...report.by_reason.flatMap(({ reason, flagged, precision }) => [
      countLine('flagged_by_reason', reason, flagged),
      shareLine('precision_by_reason', reason, precision),
    ]),
    ...report.by_analyser.flatMap(({ analyser, flagged, precision }) => [
      countLine('flagged_by_analyser', analyser, flagged),
      shareLine('precision_by_analyser', analyser, precision),
    ]),
    ...versions('analysis', report.by_analysis_version),
    ...versions('policy', report.by_policy_version),
    countLine('missed', 'review', misses.in_review),
    countLine('missed', 'sample', misses.in_sample),
    countLine('missed', 'elsewhere', misses.elsewhere),
    countLine('covered_by_sample', null, recall.covered),
    countLine('sampled', null, recall.sampled),
    ['recall', null, recall.decided, recall.missed, ...bounds(recall.estimate)],
    shareLine('appeals_reversed', null, report.appeals.reversed),
    ...report.days.flatMap(({ day, agreed, overturned }) => [
      countLine('agreed', day, agreed),
      countLine('overturned', day, overturned),
    ]),
  ];
}
