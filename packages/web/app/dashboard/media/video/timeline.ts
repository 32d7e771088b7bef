import {
  type AiAnalysis,
  type Category,
  type CategoryScores,
  categories,
  categoryNames,
  judgeScores,
  type VideoSecond,
} from '@clearframe/contract';
import { clockOf } from '../../../shared/media/clock-of.ts';

type Thresholds = AiAnalysis['thresholds'];

/** Seconds one after the other that are flagged: from and to belong to it. */
export type Hit = {
  from: number;
  to: number /** What flagged it, and how high it got; null where no threshold says. */;
  category: Category | null;
  score: number;
};

/** The category of a second that flagged it, highest first. */
function flaggedBy(scores: CategoryScores, thresholds: Thresholds): [Category, number] | null {
  const found = judgeScores(scores, thresholds)
    .flagged_categories.map((name): [Category, number] => [name, scores[name] ?? 0])
    .sort((one, other) => other[1] - one[1]);
  return found[0] ?? null;
}

/** Every stretch of flagged seconds, in order. @param seconds in order */
export function hitsOf(seconds: readonly VideoSecond[], thresholds: Thresholds): Hit[] {
  const hits: Hit[] = [];
  for (const { second, scores, flagged } of seconds) {
    if (!flagged) continue;
    const [category, score] = flaggedBy(scores, thresholds) ?? [null, 0];
    const last = hits.at(-1);
    if (last?.to !== second - 1) hits.push({ from: second, to: second, category, score });
    else Object.assign(last, { to: second }, score > last.score ? { category, score } : {});
  }
  return hits;
}

/** The hit that begins after a second; null = there is none. */
export const nextHit = (hits: readonly Hit[], second: number): Hit | null => hits.find(({ from }) => from > second) ?? null;

/** The hit that begins before a second; null = there is none. Within a hit that is its own beginning. */
export const previousHit = (hits: readonly Hit[], second: number): Hit | null =>
  hits.findLast(({ from }) => from < second) ?? null;

export type Lane = {
  category: Category;
  label: string;
  /** The highest score and the first second that has it. */
  peak: number;
  peakAt: number;
  /** From which score a second is flagged; null = this category never does. */
  flagAt: number | null;
  flaggedSeconds: number;
};

/** Below it a category says nothing worth a strip of its own. */
const notable = 0.1;
const lanesMax = 5;

/** The categories worth a strip, highest first; at least one when anything was assessed, so that a quiet video shows that it is quiet. */
export function lanesOf(seconds: readonly VideoSecond[], thresholds: Thresholds): Lane[] {
  const lanes = categoryNames.flatMap((category): Lane[] => {
    const flagAt = thresholds[category]?.flag ?? null;
    const lane: Lane = { category, label: categories[category].label, peak: -1, peakAt: 0, flagAt, flaggedSeconds: 0 };
    for (const { second, scores } of seconds) {
      const score = scores[category];
      if (score === undefined) continue;
      if (score > lane.peak) Object.assign(lane, { peak: score, peakAt: second });
      if (flagAt !== null && score >= flagAt) lane.flaggedSeconds += 1;
    }
    return lane.peak < 0 ? [] : [lane];
  });
  lanes.sort((one, other) => other.flaggedSeconds - one.flaggedSeconds || other.peak - one.peak);
  const worth = lanes.filter(({ peak, flaggedSeconds }) => peak >= notable || flaggedSeconds > 0);
  return (worth.length > 0 ? worth : lanes.slice(0, 1)).slice(0, lanesMax);
}

export type Column = { score: number; flagged: boolean };

/**
 * One strip as so many columns, each the highest of its seconds: a peak of one second in two hours is still seen.
 * @param total seconds of the video; those not analysed count as nothing
 */
export function columnsOf(seconds: readonly VideoSecond[], { category, flagAt }: Lane, total: number, count: number): Column[] {
  const columns = Array.from({ length: Math.min(count, total) }, (): Column => ({ score: 0, flagged: false }));
  for (const { second, scores } of seconds) {
    const column = columns[Math.min(columns.length - 1, Math.floor((second * columns.length) / total))];
    const score = scores[category] ?? 0;
    if (!column || score <= column.score) continue;
    Object.assign(column, { score, flagged: flagAt !== null && score >= flagAt });
  }
  return columns;
}

/** "3 seconds", "1 second". */
export const secondsWord = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'second' : 'seconds'}`;

/** "0:12 to 0:14", "0:12". */
export const stretchOf = ({ from, to }: Pick<Hit, 'from' | 'to'>): string =>
  from === to ? clockOf(from) : `${clockOf(from)} to ${clockOf(to)}`;

/** "Sexually explicit 0.97". */
export const reasonOf = ({ category, score }: Pick<Hit, 'category' | 'score'>): string =>
  category === null ? 'Flagged' : `${categories[category].label} ${score.toFixed(2)}`;
