import { type CountedShare, dsaCategories, type TransparencyFigures } from '@clearframe/contract';

/** One figure. `median` is in the unit that the figure's name says; a share that is too few to say stays empty. */
type ReportLine = readonly [
  figure: string,
  of: string | null,
  n: number,
  hits: number | null,
  share: number | null,
  low: number | null,
  high: number | null,
  median: number | null,
];
export const reportHead = ['figure', 'of', 'n', 'hits', 'share', 'low_95', 'high_95', 'median'];

/** Four digits: more would say more than is known. */
const rounded = (share: number | undefined) => (share === undefined ? null : Math.round(share * 10_000) / 10_000);

const countLine = (figure: string, of: string | null, n: number, median: number | null = null): ReportLine => [
  figure,
  of,
  n,
  null,
  null,
  null,
  null,
  median,
];
const shareLine = (figure: string, of: string | null, { n, hits, estimate }: CountedShare): ReportLine => [
  figure,
  of,
  n,
  hits,
  rounded(estimate?.share),
  rounded(estimate?.low),
  rounded(estimate?.high),
  null,
];

/** Every figure of a report as a line. Pure. */
export function transparencyLines({
  appeals,
  automation_errors,
  judged,
  notices,
  restrictions,
  undecided,
}: TransparencyFigures): ReportLine[] {
  const { by_automation, by_category, by_ground, by_label, by_source } = restrictions;
  const each = (figure: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([of, n]) => countLine(figure, of, n));
  const noticeLines = (of: string | null, one: Pick<TransparencyFigures['notices'], 'received' | 'median_hours' | 'in_time'>) => [
    countLine('notices_median_hours', of, one.received, one.median_hours),
    shareLine('notices_in_time', of, one.in_time),
  ];
  return [
    countLine('judged', null, judged),
    countLine('restrictions', null, restrictions.total),
    shareLine('restrictions_automated', null, restrictions.automated),
    ...each('restrictions_by_ground', by_ground),
    ...by_label.map(({ name, count }) => countLine('restrictions_by_reason', name, count)),
    ...by_category.flatMap(({ category, count, from_notices, automated, appeals: appealed, reversed }) => {
      const name = dsaCategories[category] ?? category;
      return [
        countLine('restrictions_by_category', name, count),
        countLine('restrictions_by_category_from_notices', name, from_notices),
        countLine('restrictions_by_category_automated', name, automated),
        countLine('restrictions_by_category_appealed', name, appealed),
        countLine('restrictions_by_category_reversed', name, reversed),
      ];
    }),
    ...each('restrictions_by_source', by_source),
    ...each('restrictions_by_automation', by_automation),
    shareLine('automation_errors', null, automation_errors),
    ...noticeLines(null, notices),
    ...notices.by_kind.flatMap((one) => noticeLines(one.kind, one)),
    countLine('appeals_received', null, appeals.received),
    shareLine('appeals_reversed', null, appeals.reversed),
    countLine('appeals_median_days', null, appeals.decided, appeals.median_days),
    ...each('undecided_at_end', undecided),
  ];
}
