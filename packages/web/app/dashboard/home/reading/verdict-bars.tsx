import { formatCount } from '../../../shared/format/format.ts';
import type { Part } from '../../ui/bar-words.ts';
import { ReadableBars } from '../../ui/readable-bars.tsx';
import type { Bar, StackedBarsProps } from '../../ui/stacked-bars.tsx';

const parts = { lower: 'Safe', upper: 'Flagged' };

/** Both count by the day of the upload, from midnight to midnight UTC. */
function listOf({ key: day, lower, upper }: Bar, part: Part) {
  const [count, verdict] = part === 'upper' ? [upper, 'flagged'] : [lower, 'safe'];
  return {
    to: `/dashboard/media?status=${verdict}&from=${day}&to=${day}`,
    words: count === 1 ? `See the ${verdict} item` : `See the ${formatCount(count)} ${verdict} items`,
  };
}

/** The days of the dashboard, readable bar by bar; each part leads to its items in Content Review. */
export function VerdictBars(chart: StackedBarsProps & { start: number | 'newest' }) {
  return <ReadableBars {...chart} parts={parts} listOf={listOf} />;
}
